import { browser } from '@wxt-dev/webextension-polyfill/browser';
import type messages from '../../public/_locales/en/messages.json';

export type TextKey = keyof typeof messages;

/** A name as it stands in a key of the catalogue: `not-web` is `not_web` there. */
export type Snake<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}_${Snake<Tail>}`
  : Name;

/** A text of the catalogue in the browser's language, with the values for its placeholders. */
export const text = (key: TextKey, ...values: string[]): string => browser.i18n.getMessage(key, values);

/** The language that `text` speaks, for Intl: with the browser's region where the browser speaks it, too. */
export const language = (): string => {
  const [spoken, browsers] = [text('languageCode'), browser.i18n.getUILanguage()];
  return browsers === spoken || browsers.startsWith(`${spoken}-`) ? browsers : spoken;
};

/** Puts the language and the title into a page of ours. */
export const speak = (page: Document, title: TextKey): void => {
  page.documentElement.lang = language();
  page.documentElement.dir = text('textDirection');
  page.title = text(title);
};
