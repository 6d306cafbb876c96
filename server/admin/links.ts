import { withoutDot } from '../hosts.ts';
import { findInOtherCase, shortLinkIn } from '../identifiers.ts';
import { StartError } from '../start-error.ts';
import type { OwnedLink, Store } from '../store/contract.ts';
import { byAdmin, targetHost } from '../store/operator-contract.ts';

/** Which links a command means; a text that is empty or missing means any. */
interface LinkFilter {
  /** The SecretID of their application. */
  application?: string;
  /** The host that they lead to, as `hostOf` returns it. */
  target?: string;
  /** They come after this identifier. */
  after?: string;
}

/** The error for an unknown SecretID. */
export function noApplication(secretId: string): StartError {
  return new StartError(`There is no application ${secretId}.`);
}

/** Links that are read at a time. */
const batchSize = 500;

/** The links that a filter means, in batches in the order of their identifiers. */
export async function* linksOf(
  store: Store,
  { application = '', target = '', after = '' }: LinkFilter,
): AsyncGenerator<OwnedLink[]> {
  const readBatch = (from: string) => {
    const page = { after: from, limit: batchSize };
    // Usually there are fewer links to a host than of an application. The store ignores the port, `leadsTo` below does not.
    if (target !== '') return store.listLinks({ ...page, host: targetHost(`http://${target}`) });
    // At the time 0, no link has expired.
    return application === '' ? store.listLinks(page) : store.listOwnLinks(application, page, 0);
  };

  let last: string | undefined = after;
  while (last !== undefined) {
    const batch: OwnedLink[] = await readBatch(last);
    last = batch.length < batchSize ? undefined : batch.at(-1)?.id;
    yield batch.filter(
      ({ link, secretId }) =>
        (application === '' || secretId === application) && (target === '' || leadsTo(link, target)),
    );
  }
}

/** The host that a person names, as addresses have it; undefined if the text can be none. */
export function hostOf(text: string): string | undefined {
  const url = /[\s/?#@\\]/.test(text) ? null : URL.parse(`http://${text}`);
  return url ? withoutDot(url.host) : undefined;
}

/**
 * What a text that a person pastes means: the identifier of a short link of this service, or a host that links lead to; both
 * if it is one word. An empty text where it can mean none.
 */
export function meaningOf(text: string, publicHost: string): { id: string; host: string } {
  const typed = text.trim();
  const isAddress = /^https?:\/\//i.test(typed);
  const isOneWord = !typed.includes('/');
  const base = isAddress ? '' : isOneWord || typed.startsWith('/') ? `http://${publicHost}/` : 'http://';
  const url = URL.parse(base + typed.replace(/^\/+/, ''));

  const isOwn = url !== null && withoutDot(url.host) === publicHost;
  const id = isOwn ? (shortLinkIn(url.pathname)?.id ?? '') : '';
  if (isOneWord) return { id, host: hostOf(typed) ?? '' };
  return { id, host: isOwn || !url ? '' : withoutDot(url.host) };
}

/** The link that an identifier means to people who follow it, whatever its state. */
export async function findMeantLink(
  store: Pick<Store, 'findOwnedLink' | 'findEnding'>,
  id: string,
): Promise<OwnedLink | undefined> {
  if (id === '') return undefined;
  const find = (each: string) => store.findOwnedLink(each);
  return (await find(id)) ?? findInOtherCase(id, find, store);
}

/** Whether a link leads to a host; a target without a port means all ports. */
function leadsTo(link: string, target: string): boolean {
  const url = URL.parse(link);
  return url !== null && [url.host, url.hostname].map(withoutDot).includes(target);
}

/** The first links that a filter means. */
export async function findLinks(store: Store, filter: LinkFilter, limit: number): Promise<OwnedLink[]> {
  const links: OwnedLink[] = [];
  for await (const batch of linksOf(store, filter)) {
    links.push(...batch);
    if (links.length >= limit) break;
  }
  return links.slice(0, limit);
}

/** How many links a filter means: those that work, and those that have expired. */
export async function countLinks(store: Store, filter: LinkFilter) {
  const counts = { links: 0, expiredLinks: 0 };
  const now = Date.now() / 1000;
  for await (const batch of linksOf(store, filter)) {
    const valid = batch.filter(({ expiresAt }) => expiresAt > now).length;
    counts.links += valid;
    counts.expiredLinks += batch.length - valid;
  }
  return counts;
}

/** Revokes the links that a filter means, for a reason that may be empty. Returns how many there were. */
export async function revokeAll(store: Store, filter: LinkFilter, reason: string): Promise<number> {
  let revoked = 0;
  for await (const batch of linksOf(store, filter)) {
    const ids = batch.map(({ id }) => id);
    if (ids.length > 0) revoked += await store.revokeLinks(ids, Date.now() / 1000, byAdmin(reason));
  }
  return revoked;
}
