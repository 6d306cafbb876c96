import { networkInterfaces } from 'node:os';
import { linkId } from '../lib/api/contract.ts';

const everyInterface = new Set(['0.0.0.0', '::']);

/**
 * The only values of the Host header that are answered: a page that points a name of its own at this machine (DNS
 * rebinding) sends that name, and is refused. A service on every interface answers to this machine's addresses.
 */
export function allowedHosts(host: string, port: number): ReadonlySet<string> {
  const names = ['127.0.0.1', 'localhost', '::1', ...(everyInterface.has(host) ? ownAddresses() : [host])];
  const hosts = names.map((name) => bracketed(name).toLowerCase());
  return new Set(hosts.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])));
}

/** Where a browser on this machine finds the service. */
export function originOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return new URL(`http://${bracketed(reachable)}:${port}`).origin;
}

/** Whether an API call with this Origin header may pass: absent, our own page's or an extension's. */
export function isTrustedOrigin(origin: string | undefined, hosts: ReadonlySet<string>): boolean {
  if (origin === undefined || /^(?:chrome|moz)-extension:\/\/[a-z0-9-]+$/i.test(origin)) return true;
  return origin.startsWith('http://') && hosts.has(origin.slice('http://'.length));
}

/** Whether an address is one of our short links, or would be one if it existed. */
export function isOwnShortLink(url: URL, hosts: ReadonlySet<string>): boolean {
  if (!hosts.has(url.host)) return false;
  try {
    return linkId.safeParse(decodeURIComponent(url.pathname.slice(1))).success;
  } catch {
    return false;
  }
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((known) => (known ?? []).map(({ address }) => address));
}

function bracketed(name: string): string {
  return name.includes(':') ? `[${name}]` : name;
}
