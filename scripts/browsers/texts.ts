import { readFile } from 'node:fs/promises';
import type { Page } from 'puppeteer-core';
import type messages from '../../public/_locales/en/messages.json';
import { poll } from './poll.ts';
import { pseudoCatalogue, pseudoLanguage } from './pseudo.ts';

export type TextKey = keyof typeof messages;

/** A language of the extension, as its catalogue's folder is called. */
export type Language = 'en' | 'zh_CN';

/** A text of the catalogue with the values for its placeholders $1, $2 and so on. */
export type Texts = (key: TextKey, ...values: string[]) => string;

interface Message {
  message: string;
  placeholders?: Record<string, { content: string }>;
}

export type Catalogue = Record<string, Message>;

/** The texts of a language, as the browser would give them to the extension. */
export async function textsIn(language: Language): Promise<Texts> {
  return textsOfCatalogue(await catalogueOf(language));
}

export async function catalogueOf(language: Language): Promise<Catalogue> {
  const path = new URL(`../../public/_locales/${language}/messages.json`, import.meta.url);
  return JSON.parse(await readFile(path, 'utf8')) as Catalogue;
}

function textsOfCatalogue(catalogue: Catalogue): Texts {
  return (key, ...values) => filled(catalogue[key], values);
}

function filled(said: Message | undefined, values: string[]): string {
  const valueOf = (name: string): string => {
    const { content = '' } = said?.placeholders?.[name.toLowerCase()] ?? {};
    return values[Number(content.slice(1)) - 1] ?? '';
  };
  return (said?.message ?? '').replace(/\$(\w+)\$/g, (_, name: string) => valueOf(name));
}

/** The texts in the language that a page of the extension speaks; waits until it says which. */
export async function textsOf(page: Page): Promise<Texts> {
  const lang = await poll(
    'the page to name its language',
    async () => (await page.evaluate(() => document.documentElement.lang)) || undefined,
  );
  if (lang === pseudoLanguage) return textsOfCatalogue(pseudoCatalogue(await catalogueOf('en')));
  return textsIn(lang.startsWith('zh') ? 'zh_CN' : 'en');
}
