import en from '../../../public/_locales/en/messages.json';
import zhCN from '../../../public/_locales/zh_CN/messages.json';

interface Message {
  message: string;
  placeholders?: Record<string, { content: string }>;
}

const catalogs: Record<'en' | 'zh_CN', Record<string, Message>> = { en, zh_CN: zhCN };

let current: keyof typeof catalogs = 'en';

/** The components that are rendered from now on speak this language. */
export const setLanguage = (language: keyof typeof catalogs): void => {
  current = language;
};

/** In the place of `lib/browser/language.ts`, as the browser does it: placeholders `$NAME$` stand for `$1`, `$2` and so on. */
export const getMessage = (key: string, values: string[]): string => {
  const { message = '', placeholders = {} } = catalogs[current][key] ?? {};
  return message.replace(/\$(\w+)\$/g, (_, name: string) => {
    const { content = '' } = placeholders[name.toLowerCase()] ?? {};
    return values[Number(content.slice(1)) - 1] ?? '';
  });
};

/** In the place of `lib/browser/language.ts`. */
export const browserLanguage = (): string => current.replace('_', '-');
