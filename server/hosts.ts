import { networkInterfaces } from 'node:os';
import { linkId } from '../lib/api/contract.ts';

/** Addresses that stand for every network interface. */
const everyInterface = new Set(['0.0.0.0', '::']);

/**
 * The accepted values of the Host header. It protects from DNS rebinding: a web page that points its own name at this
 * machine sends that name. A service on every interface also accepts the addresses of this machine.
 */
export function allowedHosts(host: string, port: number): ReadonlySet<string> {
  const listening = everyInterface.has(host) ? ownAddresses() : [host];
  const names = ['127.0.0.1', 'localhost', '::1', ...listening].map((name) => inBrackets(name).toLowerCase());
  return new Set(names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])));
}

/** The origin at which a browser on this machine reaches the service. */
export function originOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return new URL(`http://${inBrackets(reachable)}:${port}`).origin;
}

/** Whether an API call with this Origin header is accepted: without one, from the service's own page or an extension. */
export function isTrustedOrigin(origin: string | undefined, hosts: ReadonlySet<string>): boolean {
  if (origin === undefined || /^(?:chrome|moz)-extension:\/\/[a-z0-9-]+$/i.test(origin)) return true;
  return origin.startsWith('http://') && hosts.has(origin.slice('http://'.length));
}

/** Whether an address has the form of a short link of this service. */
export function isOwnShortLink(url: URL, hosts: ReadonlySet<string>): boolean {
  if (!hosts.has(url.host)) return false;

  try {
    return linkId.safeParse(decodeURIComponent(url.pathname.slice(1))).success;
  } catch {
    return false;
  }
}

function ownAddresses(): string[] {
  const interfaces = Object.values(networkInterfaces());
  return interfaces.flatMap((addresses) => (addresses ?? []).map(({ address }) => address));
}

/** IPv6 addresses stand in brackets in a URL and a Host header. */
function inBrackets(name: string): string {
  return name.includes(':') ? `[${name}]` : name;
}
