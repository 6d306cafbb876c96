import { browser } from '../webextension/browser.ts';

/** A text of the catalog in the browser's language, with the values for its placeholders; empty for an unknown key. */
export const getMessage = (key: string, values: string[]): string => browser.i18n.getMessage(key, values);

/** The language of the browser, such as "en-GB". */
export const browserLanguage = (): string => browser.i18n.getUILanguage();
