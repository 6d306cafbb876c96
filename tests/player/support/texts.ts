import english from '../../../public/_locales/en/messages.json';

interface Message {
  message: string;
  placeholders?: Record<string, { content: string }>;
}

const catalogue: Record<string, Message> = english;

/** Stands in for the extension API in a page that is no extension's: the English texts. */
export const browser = {
  i18n: {
    getUILanguage: () => 'en-US',
    getMessage(key: string, values: string[]) {
      const { message, placeholders = {} } = catalogue[key] ?? { message: '' };
      return message.replace(/\$(\w+)\$/g, (_, name: string) => {
        const content = placeholders[name.toLowerCase()]?.content ?? '';
        return values[Number(content.slice(1)) - 1] ?? '';
      });
    },
  },
};
