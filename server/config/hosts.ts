import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { shortLinkIn } from '../store/identifiers.ts';

/** Addresses that stand for every network interface. */
const everyInterface = new Set(['0.0.0.0', '::']);

/**
 * The accepted values of the Host header, see `plainHost`. It protects from DNS rebinding: a web page that points its own name at this
 * machine sends that name. A service on every interface also accepts the addresses of this machine, and one behind a proxy
 * the host of its public origin.
 */
export function allowedHosts(
  host: string,
  { port, publicOrigin = '' }: { port: number; publicOrigin?: string },
): ReadonlySet<string> {
  const listening = everyInterface.has(host) ? ownAddresses() : [host];
  const names = ['127.0.0.1', 'localhost', '::1', ...listening].map(inBrackets);
  const own = names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
  return new Set([...hostsOf(publicOrigin), ...own.map(plainHost)]);
}

/** Names that are in no public DNS: without a dot, such as those of containers, or below a reserved domain. */
const privateName = /^(?:[\w-]+|[\w.-]+\.(?:internal|local|localhost))$/i;

/**
 * Whether a Host header is an address or a private name, by which the ops port is reached. A web page cannot send such a
 * header by DNS rebinding, which needs a public name.
 */
export function isPrivateHost(host: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || privateName.test(name);
}

/**
 * The values of the Host header for an origin: with and without the ports that schemes imply, as a proxy may take requests by
 * both.
 */
export function hostsOf(origin: string): string[] {
  if (origin === '') return [];
  const { hostname, port } = new URL(origin);
  const ports = port === '' ? ['', ':443', ':80'] : [`:${port}`];
  return ports.map((each) => plainHost(hostname + each));
}

/** The origin at which a browser on this machine reaches the service. */
export function originOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return new URL(`http://${inBrackets(reachable)}:${port}`).origin;
}

/** Whether an API call with this Origin header is accepted: without one, from the service's own page or an extension. */
export function isTrustedOrigin(
  origin: string | undefined,
  hosts: ReadonlySet<string>,
  publicOrigin: string,
): boolean {
  if (origin === undefined || /^[a-z-]+-extension:\/\/[\w.-]+$/i.test(origin)) return true;
  if (origin !== '' && origin === publicOrigin) return true;
  if (!origin.startsWith('http://')) return false;

  // The public host is trusted with the scheme of the public origin only: anyone on the network path can change a page with http.
  const host = plainHost(origin.slice('http://'.length));
  return hosts.has(host) && !hostsOf(publicOrigin).includes(host);
}

/** The origin in the addresses of a response to a request with this Host header. */
export function requestOrigin(host: string, publicOrigin: string): string {
  return hostsOf(publicOrigin).includes(plainHost(host)) ? publicOrigin : `http://${host}`;
}

/** A host as it is compared: in small letters, without the dot that its name may end in. */
export const plainHost = (host: string): string => host.toLowerCase().replace(/^([^:]*)\.(?=:|$)/, '$1');

/** Whether an address has the form of a short link of this service, as people send it. */
export function isOwnShortLink(url: URL, hosts: ReadonlySet<string>): boolean {
  return hosts.has(plainHost(url.host)) && shortLinkIn(url.pathname) !== undefined;
}

function ownAddresses(): string[] {
  const interfaces = Object.values(networkInterfaces());
  return interfaces.flatMap((addresses) => (addresses ?? []).map(({ address }) => address));
}

/** IPv6 addresses stand in brackets in a URL and a Host header. */
export function inBrackets(name: string): string {
  return name.includes(':') ? `[${name}]` : name;
}
