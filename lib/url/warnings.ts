import type { UrlWarning } from './contract.ts';

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

/** Looks in the query, in the fragment (which may contain a query of its own), and after `;` in the path. */
const containsSecret = (link: string): boolean =>
  link.split(/[?#&;]/).some((part, index) => {
    const equals = part.indexOf('=');
    if (index === 0 || equals < 1) return false;
    const name = lettersOf(part.slice(0, equals));
    const value = part.slice(equals + 1);
    if (isJwt(value)) return true;
    return credentialNames.test(name) ? value.length >= 8 : ambiguousNames.test(name) && looksRandom(value);
  });

/** The IPv4 address in an IPv4-mapped IPv6 address: `::ffff:c0a8:101` is 192.168.1.1. Other hosts stay as they are. */
const unmapped = (host: string): string => {
  const [, high = '', low = ''] = /^\[::ffff:(\w+):(\w+)\]$/.exec(host) ?? [];
  if (high === '') return host;
  const bytes = [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
  return bytes.join('.');
};

const loopback = /^(127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|(.+\.)?localhost)$/;

const privateAddress = /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d+)+$|^\[f([cd]\w|e[89ab])\w:/;

/** A name without a dot, or with a suffix that no public name has. */
const privateName = /^[^.[]+$|\.(local|internal|lan|home\.arpa)$/;

/** The network that a host is limited to; null for a host that may be public. */
const networkOf = ({ hostname }: URL): 'loopback' | 'private-network' | null => {
  const host = unmapped(hostname.replace(/\.$/, ''));
  if (loopback.test(host)) return 'loopback';
  return privateAddress.test(host) || privateName.test(host) ? 'private-network' : null;
};

/** Whether the host of a web address is this computer or in a private network, by its form. */
export const isLocal = (link: string): boolean => {
  const url = URL.parse(link);
  return url !== null && networkOf(url) !== null;
};

/**
 * Why an address may not be meant for others; null for an ordinary or invalid address. `readLink` refuses addresses with a
 * password. This is a guess from the address alone, and it prefers no warning to a wrong one.
 */
export const urlWarningOf = (link: string): UrlWarning | null => {
  const url = URL.parse(link);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const network = networkOf(url);
  if (network) return network;
  if (containsSecret(link)) return 'secret';
  return url.username !== '' && url.password === '' ? 'user-name' : null;
};
