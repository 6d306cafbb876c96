import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import type messages from '../../../public/_locales/en/messages.json';
import { type Language, languages } from '../../../scripts/languages.mjs';
import { keepLanguage } from './granted-copy.ts';
import { poll } from './poll.ts';

export type TextKey = keyof typeof messages;

interface Message {
  message: string;
  placeholders?: Record<string, { content: string }>;
}

export type Catalog = Record<string, Message>;

export async function catalogOf(language: Language): Promise<Catalog> {
  const path = new URL(`../../../public/_locales/${language}/messages.json`, import.meta.url);
  return JSON.parse(await readFile(path, 'utf8')) as Catalog;
}

/** A text of the catalog with the values for its placeholders $1, $2 and so on. Throws if the catalog does not have it. */
export type Texts = (key: TextKey, ...values: string[]) => string;

/** The texts of a language, as the extension gets them from the browser. */
export async function textsIn(language: Language): Promise<Texts> {
  return textsOfCatalog(await catalogOf(language));
}

/** The texts of the pseudo-language. */
export async function pseudoTexts(): Promise<Texts> {
  return textsOfCatalog(pseudoCatalog(await catalogOf('en')));
}

function textsOfCatalog(catalog: Catalog): Texts {
  return (key, ...values) => {
    const entry = catalog[key];
    if (!entry) throw new Error(`There is no message “${key}”.`);
    return entry.message.replace(/\$(\w+)\$/g, (_, name: string) => {
      const { content = '' } = entry.placeholders?.[name.toLowerCase()] ?? {};
      return values[Number(content.slice(1)) - 1] ?? '';
    });
  };
}

/** The texts in the language of a page of the extension; waits until the page has its `lang`. */
export async function textsOf(page: Page): Promise<Texts> {
  const lang = await poll(
    'the page to name its language',
    async () => (await page.evaluate(() => document.documentElement.lang)) || undefined,
  );
  if (lang === pseudoLanguage) return pseudoTexts();
  return textsIn(languageOf(lang));
}

/** The language with this BCP 47 tag; English if the extension does not have it. */
export function languageOf(tag: string): Language {
  return languages.find((each) => each.replace('_', '-') === tag) ?? 'en';
}

/** The letters of the English alphabet, and in the same order similar ones that are not in it. */
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = 'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';

/** What stays as it is: placeholders of the browser ("$NAME$", "%s") and of the service ("{linkID}"). */
const untouched = /(\$\w+\$|%s|\{\w+\})/;

/** How much longer texts may be in other languages. */
const growth = 1.4;

/** A text in the pseudo-language: with accents, longer, between marks. */
function pseudo(text: string): string {
  const parts = text.split(untouched).map((part) => {
    if (untouched.test(part)) return part;
    const vowelsTwice = part.replace(/[aeiou]/gi, '$&$&');
    return Array.from(vowelsTwice, (letter) => accented[letters.indexOf(letter)] ?? letter).join('');
  });
  const changed = parts.join('');
  // Not brackets: from right to left, Chromium mirrors those in the name of an element that a style sheet generates.
  return `¦${changed.padEnd(Math.ceil(text.length * growth) - 2, ' ~')}¦`;
}

/** The language of dates and numbers in the pseudo-language: from right to left, without Latin letters. */
const pseudoLanguage = 'he';

/** Messages that are not shown as texts, or that become the name of a file. */
const special: Record<string, string> = {
  textDirection: 'rtl',
  languageCode: pseudoLanguage,
  manyFile: 'short-links',
};

/** A catalog in the pseudo-language, with the same keys and placeholders. */
export function pseudoCatalog(english: Catalog): Catalog {
  const entries = Object.entries(english).map(([key, entry]) => {
    return [key, { ...entry, message: special[key] ?? pseudo(entry.message) }] as const;
  });
  return Object.fromEntries(entries);
}

/** Replaces the languages of a build with the pseudo-language, so that every browser shows that. */
export async function keepPseudoLanguage(build: string): Promise<void> {
  await keepLanguage(build, 'en');
  const path = join(build, '_locales', 'en', 'messages.json');
  const english = JSON.parse(await readFile(path, 'utf8')) as Catalog;
  await writeFile(path, JSON.stringify(pseudoCatalog(english)));
}
