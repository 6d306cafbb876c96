/**
 * The languages of the extension: a folder each in public/_locales, English first. Plain JavaScript, as the set-up reads it
 * with Node 20 before anything is installed.
 */
export const languages = /** @type {const} */ (['en', 'zh_CN']);

/** @typedef {(typeof languages)[number]} Language */
