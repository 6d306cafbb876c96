import { isLoopback } from './contract.ts';

/** The IPv4 address in an IPv4-mapped IPv6 address: `::ffff:c0a8:101` is 192.168.1.1. Other hosts stay as they are. */
const unmapped = (host: string): string => {
  const [, high = '', low = ''] = /^\[::ffff:(\w+):(\w+)\]$/.exec(host) ?? [];
  if (high === '') return host;
  const bytes = [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
  return bytes.join('.');
};

/** IPv4: 10/8, 172.16/12, 192.168/16, link-local 169.254/16. IPv6: fc00::/7, link-local fe80::/10. */
const privateAddress = /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d+)+$|^\[f([cd]\w|e[89ab])\w:/;

/** A name without a dot, or with a suffix that no public name has. */
const privateName = /^[^.[]+$|\.(local|internal|lan|home\.arpa)$/;

/** The network that a host is limited to, by its form; null for a host that may be public. */
export const networkOf = (hostname: string): 'loopback' | 'private-network' | null => {
  const host = unmapped(hostname.replace(/\.$/, ''));
  if (isLoopback(host)) return 'loopback';
  return privateAddress.test(host) || privateName.test(host) ? 'private-network' : null;
};

/** Whether the host of a web address is this computer or in a private network, by its form. */
export const isInLocalNetwork = (link: string): boolean => {
  const url = URL.parse(link);
  return url !== null && networkOf(url.hostname) !== null;
};

/** Whether a host has a name that is public by its form: not an IP address, not this computer's, not a local network's. */
export const isPublicName = (hostname: string): boolean =>
  /\.[a-z][a-z0-9-]*$/.test(hostname) && networkOf(hostname) === null;
