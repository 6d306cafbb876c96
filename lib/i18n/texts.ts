import { browserLanguage, getMessage } from '../browser/language.ts';
import type messages from '../../public/_locales/en/messages.json';
import type { UrlWarning } from '../url/contract.ts';
import type { Choice } from '../validity/validity.ts';

export type TextKey = keyof typeof messages;

/** A name as a part of a catalog key: `not-web` becomes `not_web`. */
type Snake<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}_${Snake<Tail>}`
  : Name;

/** A name as it stands in a key of the catalog. */
export const snakeCase = <Name extends string>(name: Name): Snake<Name> =>
  name.replaceAll('-', '_') as Snake<Name>;

/** A text of the catalog in the browser's language, with the values for its placeholders. */
export const text = (key: TextKey, ...values: string[]): string => getMessage(key, values);

/** A text that depends on a count has a key for each plural category of its language: `key_one`, `key_other` and so on. */
type Counted<Key> = Key extends `${infer Name}_other` ? Name : never;

export type PluralKey = Counted<TextKey>;

/** The language of the catalog, for Intl; with the browser's region if the browser has the same language. */
export const language = (): string => {
  const catalogLanguage = text('languageCode');
  const ofBrowser = browserLanguage();
  const isSame = ofBrowser === catalogLanguage || ofBrowser.startsWith(`${catalogLanguage}-`);
  return isSame ? ofBrowser : catalogLanguage;
};

export const formatNumber = (count: number): string => new Intl.NumberFormat(language()).format(count);

/** A list in the format of the language: "utm_source, fbclid". */
export const formatList = (items: readonly string[]): string =>
  new Intl.ListFormat(language(), { style: 'narrow' }).format(items);

/**
 * The text of the catalog that fits a count. The count is its placeholder $1, the values are those from $2 on.
 * Each language has the categories that Intl.PluralRules lists for it; `other` replaces a missing one.
 */
export const plural = (key: PluralKey, count: number, ...values: string[]): string => {
  const inCategory = (category: Intl.LDMLPluralRule): string =>
    text(`${key}_${category}` as TextKey, formatNumber(count), ...values);
  return inCategory(new Intl.PluralRules(language()).select(count)) || inCategory('other');
};

/** Sentences one after the other: the full stop of Chinese contains its space. */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences.join(' ').replaceAll('。 ', '。');

/** A text for menus, notifications and titles of tabs: no style sheet adds the spaces between Chinese and Latin letters there. */
export const withSpaces = (sentence: string): string =>
  // A date gets no spaces: invisible joiners stand between its characters (dates.ts).
  sentence.replace(
    /(?<=\p{Script=Han})(?=[\p{Script=Latin}\d])|(?<=[\p{Script=Latin}\d])(?=\p{Script=Han})/gu,
    ' ',
  );

export const setPageLanguage = (page: Document, title: TextKey): void => {
  page.documentElement.lang = language();
  page.documentElement.dir = text('textDirection');
  page.title = text(title);
};

export const validityTextKey = (choice: Choice): TextKey => `validity_${choice}`;

/** The sentence about an address that may not be meant for others. */
export const urlWarningText = (warning: UrlWarning): string => text(`urlWarning_${snakeCase(warning)}`);
