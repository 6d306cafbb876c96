import { truncate } from '../characters/text.ts';

/** Characters of the longest text of an answer that is stored and shown, and of the longest that is read for it. */
const longestShown = 200;
const longestRead = 20_000;

/** Letters that are not seen, or that change the order in which others are seen; line breaks and tabs become spaces. */
const withoutControls = (text: string): string =>
  text.replace(/[\t\r\n\u2028\u2029]+/g, ' ').replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '');

/** The text without one layer of URL encoding or of the escapes of JSON. */
const decode = (text: string): string =>
  text.replace(/%[\da-f]{2}|\\u[\da-f]{4}|\\[^]/gi, (found) =>
    found.length === 2 ? found.slice(1) : String.fromCharCode(parseInt(found.replace(/^%|^\\u/i, ''), 16)),
  );

const withoutSpaces = (text: string): string => text.replace(/\s/g, '');

/** Applied one after another: a service may repeat a secret that is encoded up to twice, or with spaces in it. */
const decoders = [decode, decode, withoutSpaces];

/**
 * The text without these secrets, also if it holds them URL-encoded, JSON-escaped, or with spaces between. If it
 * does, it is returned decoded.
 */
const withoutSecrets = (text: string, secrets: readonly string[]): string => {
  const redact = (from: string) =>
    secrets.reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, '…')), from);
  let result = redact(text);
  let current = result;
  for (const decodeNext of decoders) {
    const decoded = decodeNext(current);
    current = redact(decoded);
    if (current !== decoded) result = current;
  }
  return result;
};

/** Whether a text of the service repeats one of these secrets, in any form. */
export const holdsSecret = (text: string, secrets: readonly string[]): boolean =>
  withoutSecrets(text, secrets) !== text;

/** A text of the service as it is stored and shown: one line without any secret, and without invisible letters. */
export const shownText = (text: string, secrets: readonly string[]): string =>
  truncate(withoutSecrets(withoutControls(text.slice(0, longestRead)), secrets), longestShown);
