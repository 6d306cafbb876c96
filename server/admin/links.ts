import { count, type Kind, shortText, text } from '../setting-kinds.ts';
import { StartError } from '../start-error.ts';
import type { OwnedLink, Store } from '../store/contract.ts';
import { byAdmin, longestReason, targetHost } from '../store/operator-contract.ts';
import type { AdminCommand, Input } from './admin-command.ts';
import { dateOf, type Output } from './output.ts';

/** Which links a command means; a text that is empty or missing means any. */
interface LinkFilter {
  /** The SecretID of their application. */
  application?: string;
  /** The host that they lead to, as `hostOf` returns it. */
  target?: string;
  /** They come after this identifier. */
  after?: string;
}

export const reason = shortText('reason', longestReason);

/** The host that links lead to. */
const target: Kind<string> = {
  takes: 'host',
  read: (given) => {
    const host = hostOf(given);
    if (host !== undefined) return host;
    throw new StartError(`--target is "${given}"; give a host such as site.example.`);
  },
};

/** Adds the commands for links. */
export function addLinkCommands(program: AdminCommand): void {
  const links = program.add('links', 'The short links of all applications');
  const addFiltered = (name: string, meaning: string) =>
    links
      .add(name, meaning)
      .flag('application', text('SecretID'), 'Those of this application only')
      .flag('target', target, 'Those that lead to this host only');

  addFiltered('list', 'Show links, in the order of their identifiers')
    .flag('limit', count('links', 1, 999_999), 'How many (50 if it is missing)')
    .flag('after', text('identifier'), 'Those after this one only')
    .doesWithStore(listLinks);
  addFiltered('revoke', 'End a link for good, or all that --application and --target name')
    .argument('[identifier]')
    .flag('reason', reason, 'Why, for the audit log')
    .doesWithStore(revokeLinks);
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

/** A host may end in a dot and is the same. */
const withoutDot = (host: string) => host.replace(/\.(?=:|$)/, '');

/** Whether a link leads to a host; a target without a port means all ports. */
function leadsTo(link: string, target: string): boolean {
  const url = URL.parse(link);
  return url !== null && [url.host, url.hostname].map(withoutDot).includes(target);
}

/** The first links that a filter means. */
async function findLinks(store: Store, filter: LinkFilter, limit: number): Promise<OwnedLink[]> {
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
export async function revokeAll(store: Store, filter: LinkFilter, reason = ''): Promise<number> {
  let revoked = 0;
  for await (const batch of linksOf(store, filter)) {
    const ids = batch.map(({ id }) => id);
    if (ids.length > 0) revoked += await store.revokeLinks(ids, Date.now() / 1000, byAdmin(reason));
  }
  return revoked;
}

async function listLinks(
  store: Store,
  { limit = 50, json, ...filter }: Input<LinkFilter & { limit?: number }>,
): Promise<Output> {
  const links = await findLinks(store, filter, limit);
  const rows = links.map(({ id, link, expiresAt }) => ({
    id,
    expiresAt: json ? expiresAt : dateOf(expiresAt),
    link,
  }));
  return { kind: 'rows', rows, empty: 'There are no links.' };
}

async function revokeLinks(store: Store, input: Input<LinkFilter & { reason?: string }>): Promise<Output> {
  const { argument: id, application = '', target = '', reason } = input;
  const hasId = id !== '';
  const hasFilter = application !== '' || target !== '';
  if (hasId === hasFilter)
    throw new StartError(
      'links revoke needs the last part of a short link, such as aB3dE6gH9k, or else --application or --target.',
    );

  const effect = 'which holds everywhere within 2 seconds';
  if (hasFilter) {
    const revoked = await revokeAll(store, { application, target }, reason);
    return { kind: 'done', row: { revoked }, sentence: `${revoked} links are revoked, ${effect}.` };
  }
  const count = await store.revokeLinks([id], Date.now() / 1000, byAdmin(reason));
  if (count === 0) throw new StartError(`There is no short link ${id}.`);
  return { kind: 'done', row: { revoked: id }, sentence: `Short link ${id} is revoked, ${effect}.` };
}
