import { truncate } from '../characters/text.ts';
import type { UrlWarning } from './contract.ts';
import { networkOf } from './hosts.ts';

/** Names of parameters whose values are always credentials; letters only, as `lettersOf` returns them. */
const credentialNames =
  /^((access|refresh|id|auth|api|bearer|csrf|xamzsecurity)token|(x(amz|goog))signature|clientsecret|(php|j)sessi?o?n?id|samlresponse)$/;

/** Names that are used for credentials and for other values. */
const ambiguousNames =
  /^((reset|password|session|login|invite|verification|confirmation|magic)?(token|key|hash)|s(ession)?id|session|reset|sig(nature)?|auth|code|ticket|secret|apikey|jwt|password|pwd|otp)$/;

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

const isJwt = (value: string): boolean => /^eyJ[\w-]{8,}\.[\w-]{8,}\./.test(value);

/** Whether a value is long and alternates between digits and letters, which words written by people do not. */
const looksRandom = (value: string): boolean =>
  value.length >= 16 && (value.match(/\d(?=[a-z])|[a-z](?=\d)/gi) ?? []).length > 2;

const isSecret = (name: string, value: string): boolean =>
  isJwt(value) ||
  (credentialNames.test(name) ? value.length >= 8 : ambiguousNames.test(name) && looksRandom(value));

/** Characters of the longest parameter name that is shown: a page chooses the names in its address. */
const longestShownName = 40;

/** The parameters of an address, each with the character before it: of the query, of the fragment (which may contain a query of its own), and after `;` in the path. */
const parameters = /[?#&;]([^?#&;=]+)=?([^?#&;]*)/g;

const secretParameter = (link: string) =>
  [...link.matchAll(parameters)].find(([, name = '', value = '']) => isSecret(lettersOf(name), value));

/** The name of the first parameter whose value is a secret; undefined if there is none. */
export const secretIn = (link: string): string | undefined => {
  const name = secretParameter(link)?.[1];
  return name && name.length > longestShownName ? `${truncate(name, longestShownName)}…` : name;
};

/** The address without the parameter that `secretIn` finds. If it was the first of its query or fragment, the next one gets its `?` or `#`. */
export const withoutSecret = (link: string): string => {
  const found = secretParameter(link);
  if (!found) return link;
  const after = link.slice(found.index + found[0].length);
  const separator = found[0].charAt(0);
  return link.slice(0, found.index) + (/[?#]/.test(separator) ? after.replace(/^[&;]/, separator) : after);
};

/**
 * Why an address may not be meant for others; null for an ordinary or invalid address. `readLink` refuses addresses with a
 * password. This is a guess from the address alone: in doubt, there is no warning.
 */
export const urlWarningOf = (link: string): UrlWarning | null => {
  const url = URL.parse(link);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const network = networkOf(url.hostname);
  if (network) return network;
  if (secretIn(link) !== undefined) return 'secret';
  return url.username !== '' && url.password === '' ? 'user-name' : null;
};
