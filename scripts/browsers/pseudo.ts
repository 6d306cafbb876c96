import type { Catalogue } from './catalogue.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keepLanguage } from './granted-copy.ts';

/** Letters, and in the same places others that look like them and are none of the English alphabet. */
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = 'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';

/** What stays as it is: placeholders of the browser ("$NAME$", "%s") and of the service ("{linkID}"). */
const untouched = /(\$\w+\$|%s|\{\w+\})/;

/** How much longer texts may be in other languages. */
const growth = 1.4;

/** A text as a language would have it that nobody speaks: with accents, longer, between marks. */
export function pseudo(text: string): string {
  const parts = text.split(untouched).map((part) => {
    if (untouched.test(part)) return part;
    const vowelsTwice = part.replace(/[aeiou]/gi, '$&$&');
    return Array.from(vowelsTwice, (letter) => accented[letters.indexOf(letter)] ?? letter).join('');
  });
  const said = parts.join('');
  // Not brackets: from right to left, Chromium mirrors those in the name of an element that a style sheet generates.
  return `¦${said.padEnd(Math.ceil(text.length * growth) - 2, ' ~')}¦`;
}

/** What dates and numbers are written in: from right to left, without Latin letters. */
export const pseudoLanguage = 'he';

/** What is no text, or becomes a file's name. */
const special: Record<string, string> = {
  textDirection: 'rtl',
  languageCode: pseudoLanguage,
  manyFile: 'short-links',
};

/** A catalogue in the language that nobody speaks, with the same keys and placeholders. */
export function pseudoCatalogue(english: Catalogue): Catalogue {
  const entries = Object.entries(english).map(([key, said]) => {
    return [key, { ...said, message: special[key] ?? pseudo(said.message) }] as const;
  });
  return Object.fromEntries(entries);
}

/** Makes a build speak the language that nobody speaks, whatever its browser's: it has no other. */
export async function speakPseudo(build: string): Promise<void> {
  await keepLanguage(build, 'en');
  const path = join(build, '_locales', 'en', 'messages.json');
  const english = JSON.parse(await readFile(path, 'utf8')) as Catalogue;
  await writeFile(path, JSON.stringify(pseudoCatalogue(english)));
}
