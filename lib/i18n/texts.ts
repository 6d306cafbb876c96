import { browserLanguage, getMessage } from '../browser/language.ts';
import type messages from '../../public/_locales/en/messages.json';

export type TextKey = keyof typeof messages;

/** A name as it stands in a key of the catalogue: `not-web` is `not_web` there. */
export type Snake<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}_${Snake<Tail>}`
  : Name;

/** A text of the catalogue in the browser's language, with the values for its placeholders. */
export const text = (key: TextKey, ...values: string[]): string => getMessage(key, values);

/** What differs by a count: such a text has a key a plural category of its language, `key_one`, `key_other` and so on. */
type Counted<Key> = Key extends `${infer Name}_other` ? Name : never;

export type PluralKey = Counted<TextKey>;

/** The language that `text` speaks, for Intl: with the browser's region where the browser speaks it, too. */
export const language = (): string => {
  const [spoken, browsers] = [text('languageCode'), browserLanguage()];
  return browsers === spoken || browsers.startsWith(`${spoken}-`) ? browsers : spoken;
};

/** A number as people write it. */
export const amount = (count: number): string => new Intl.NumberFormat(language()).format(count);

/** Names or parts in a row: "utm_source, fbclid". */
export const listed = (items: readonly string[]): string =>
  new Intl.ListFormat(language(), { style: 'narrow' }).format(items);

/**
 * The text of the catalogue that fits a count. The count is its placeholder $1, the values are those from $2 on.
 * Each language has the categories that Intl.PluralRules knows of it, and `other` stands in for one that it lacks.
 */
export const plural = (key: PluralKey, count: number, ...values: string[]): string => {
  const inCategory = (category: Intl.LDMLPluralRule): string =>
    text(`${key}_${category}` as TextKey, amount(count), ...values);
  return inCategory(new Intl.PluralRules(language()).select(count)) || inCategory('other');
};

/** Puts the language and the title into a page of ours. */
export const speak = (page: Document, title: TextKey): void => {
  page.documentElement.lang = language();
  page.documentElement.dir = text('textDirection');
  page.title = text(title);
};
