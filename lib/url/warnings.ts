import type { Warning } from './contract.ts';

/** Names whose values let somebody in, whatever they look like; letters only, as `lettersOf` leaves them. */
const keys =
  /^((access|refresh|id|auth|api|bearer|csrf|xamzsecurity)token|(x(amz|goog))signature|clientsecret|(php|j)sessi?o?n?id|samlresponse)$/;

/** Names that are used for such values and for many others. */
const maybeKeys =
  /^((reset|password|session|login|invite|verification|confirmation|magic)?(token|key|hash)|s(ession)?id|session|reset|sig(nature)?|auth|code|ticket|secret|apikey|jwt|password|pwd|otp)$/;

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

const isJwt = (value: string): boolean => /^eyJ[\w-]{8,}\.[\w-]{8,}\./.test(value);

/** Long, with digits and letters taking turns: no word that a person wrote. */
const looksDrawn = (value: string): boolean =>
  value.length >= 16 && (value.match(/\d(?=[a-z])|[a-z](?=\d)/gi) ?? []).length > 2;

/** In the query, in the fragment (which may have a query of its own), and behind `;` in the path. */
const holdsSecret = (link: string): boolean =>
  link.split(/[?#&;]/).some((part, at) => {
    const equals = part.indexOf('=');
    if (at === 0 || equals < 1) return false;
    const [name, value] = [lettersOf(part.slice(0, equals)), part.slice(equals + 1)];
    if (isJwt(value)) return true;
    return keys.test(name) ? value.length >= 8 : maybeKeys.test(name) && looksDrawn(value);
  });

/** `::ffff:c0a8:101` is 192.168.1.1 in IPv6 clothes. */
const unmapped = (host: string): string => {
  const [, high = '', low = ''] = /^\[::ffff:(\w+):(\w+)\]$/.exec(host) ?? [];
  if (high === '') return host;
  const bytes = [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
  return bytes.join('.');
};

const loopback = /^(127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|(.+\.)?localhost)$/;

const privateAddress = /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d+)+$|^\[f([cd]\w|e[89ab])\w:/;

/** A name of one part, or under an ending that no public name has. */
const privateName = /^[^.[]+$|\.(local|internal|lan|home\.arpa)$/;

/**
 * Why an address looks as if it were not meant for others; null where it does not, or is none. A password in it is
 * refused elsewhere. It is a guess from the address alone: rather silent than wrong.
 */
export const warningOf = (link: string): Warning | null => {
  const url = URL.parse(link);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const host = unmapped(url.hostname.replace(/\.$/, ''));
  if (loopback.test(host)) return 'loopback';
  if (privateAddress.test(host) || privateName.test(host)) return 'private-network';
  return holdsSecret(link) ? 'secret' : null;
};
