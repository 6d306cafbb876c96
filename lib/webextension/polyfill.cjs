/**
 * The polyfill as a property: a bundler copies each property of what it imports from CommonJS, and reading each property of
 * the browser's API would create all parts of it at every start of the background (about 2 of 27 ms until the first answer,
 * measured with Chromium 156).
 */
module.exports = { polyfill: require('webextension-polyfill') };
