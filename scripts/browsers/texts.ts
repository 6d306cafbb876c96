import type { Page } from 'puppeteer-core';
import { type Catalogue, catalogueOf, type Language, type Message, type TextKey } from './catalogue.ts';
import { poll } from './poll.ts';
import { pseudoCatalogue, pseudoLanguage } from './pseudo.ts';

/** A text of the catalogue with the values for its placeholders $1, $2 and so on. */
export type Texts = (key: TextKey, ...values: string[]) => string;

/** The texts of a language, as the browser would give them to the extension. */
export async function textsIn(language: Language): Promise<Texts> {
  return textsOfCatalogue(await catalogueOf(language));
}

/** The texts of the invented language, as the browser would give them to the extension. */
export async function pseudoTexts(): Promise<Texts> {
  return textsOfCatalogue(pseudoCatalogue(await catalogueOf('en')));
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
  if (lang === pseudoLanguage) return pseudoTexts();
  return textsIn(lang.startsWith('zh') ? 'zh_CN' : 'en');
}
