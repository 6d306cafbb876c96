import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Catalogue } from './texts.ts';

/** Letters that look like the English ones and are none of them. */
const accents: Record<string, string> = {
  ...{
    a: 'å',
    b: 'ƀ',
    c: 'ç',
    d: 'ð',
    e: 'é',
    f: 'ƒ',
    g: 'ĝ',
    h: 'ĥ',
    i: 'î',
    j: 'ĵ',
    k: 'ķ',
    l: 'ļ',
    m: 'ɱ',
  },
  ...{
    n: 'ñ',
    o: 'ö',
    p: 'þ',
    q: 'ǫ',
    r: 'ŕ',
    s: 'š',
    t: 'ţ',
    u: 'û',
    v: 'ṽ',
    w: 'ŵ',
    x: 'ẋ',
    y: 'ý',
    z: 'ž',
  },
  ...{
    A: 'Å',
    B: 'Ɓ',
    C: 'Ç',
    D: 'Ð',
    E: 'É',
    F: 'Ƒ',
    G: 'Ĝ',
    H: 'Ĥ',
    I: 'Î',
    J: 'Ĵ',
    K: 'Ķ',
    L: 'Ļ',
    M: 'Ṁ',
  },
  ...{
    N: 'Ñ',
    O: 'Ö',
    P: 'Þ',
    Q: 'Ǫ',
    R: 'Ŕ',
    S: 'Š',
    T: 'Ţ',
    U: 'Û',
    V: 'Ṽ',
    W: 'Ŵ',
    X: 'Ẋ',
    Y: 'Ý',
    Z: 'Ž',
  },
};

/** What stays as it is: placeholders of the browser ("$NAME$", "%s") and of the service ("{linkID}"). */
const kept = /(\$\w+\$|%s|\{\w+\})/;

/** How much longer texts may be in other languages. */
const growth = 1.4;

/** A text as a language would have it that nobody speaks: with accents, longer, between marks. */
export function pseudo(text: string): string {
  const parts = text.split(kept).map((part) => {
    if (kept.test(part)) return part;
    const vowelsTwice = part.replace(/[aeiou]/gi, '$&$&');
    return Array.from(vowelsTwice, (letter) => accents[letter] ?? letter).join('');
  });
  const said = parts.join('');
  return `⟦${said.padEnd(Math.ceil(text.length * growth) - 2, ' ~')}⟧`;
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
  const locales = join(build, '_locales');
  for (const each of await readdir(locales))
    if (each !== 'en') await rm(join(locales, each), { recursive: true });
  const path = join(locales, 'en', 'messages.json');
  const english = JSON.parse(await readFile(path, 'utf8')) as Catalogue;
  await writeFile(path, JSON.stringify(pseudoCatalogue(english)));
}
