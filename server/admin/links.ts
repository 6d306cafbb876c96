import { originOf, withoutDot } from '../config/hosts.ts';
import { findInOtherCase, shortLinkIn } from '../store/identifiers.ts';
import { count, type Kind, shortText, text } from '../config/setting-kinds.ts';
import { StartError } from '../config/errors.ts';
import type { OwnedLink, Store } from '../store/contract.ts';
import { longestReason, targetHost } from '../store/operator-contract.ts';
import type { AdminCommand, Input } from './admin-command.ts';
import { counted, linksAre, type Output } from './output.ts';

/** Which links a command means; a text that is empty or missing means any. */
interface LinkFilter {
  /** The SecretID of their application. */
  application?: string | undefined;
  /** The host that they lead to, as `hostOf` returns it. */
  target?: string | undefined;
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
    .doesWithStore(listLinks);
  addFiltered('revoke', 'End a link for good, or all that --application and --target name')
    .argument('[link]')
    .settings('publicOrigin', 'host', 'port')
    .flag('reason', reason, 'Why, for the audit log')
    .option('--dry-run', 'Say how many links and to which hosts, and change nothing')
    .option('--yes', 'Revoke more than one link')
    .doesWithStore(revokeLinks);
}

/** The error for an unknown SecretID. */
export function noApplication(secretId: string): StartError {
  return new StartError(`There is no application ${secretId}.`);
}

/** @throws StartError for a SecretID of which nothing is left: an application that was revoked may have links */
export async function requireOwner(store: Store, secretId: string | undefined): Promise<void> {
  if (secretId === undefined || (await store.findApplication(secretId))) return;
  const [link] = await store.listOwnLinks(secretId, { after: '', pageSize: 1 }, 0);
  if (!link) throw noApplication(secretId);
}

/** Links that are read at a time. */
const batchSize = 500;

/** The links that a filter means, in batches in the order of their identifiers. */
export async function* linksOf(
  store: Store,
  { application = '', target = '' }: LinkFilter,
): AsyncGenerator<OwnedLink[]> {
  const readBatch = (from: string) => {
    const page = { after: from, pageSize: batchSize };
    // Usually there are fewer links to a host than of an application. The store ignores the port, `leadsTo` below does not.
    if (target !== '') return store.listLinks({ ...page, host: targetHost(`http://${target}`) });
    // At the time 0, no link has expired.
    return application === '' ? store.listLinks(page) : store.listOwnLinks(application, page, 0);
  };

  let last: string | undefined = '';
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
function hostOf(text: string): string | undefined {
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

/** Links that are to be revoked, and how many of them lead to each host. */
interface Doomed {
  ids: string[];
  hosts: Map<string, number>;
}

export async function findDoomed(
  batches: AsyncIterable<OwnedLink[]> | Iterable<OwnedLink[]>,
): Promise<Doomed> {
  const doomed: Doomed = { ids: [], hosts: new Map() };
  for await (const batch of batches)
    for (const { id, link } of batch) {
      doomed.ids.push(id);
      const host = targetHost(link);
      doomed.hosts.set(host, (doomed.hosts.get(host) ?? 0) + 1);
    }
  return doomed;
}

/** The output of --dry-run. */
export function previewOf({ hosts }: Doomed, note: string): Output {
  const rows = [...hosts].map(([host, links]) => ({ host, links })).toSorted((a, b) => b.links - a.links);
  return { kind: 'rows', rows, empty: note, notes: rows.length === 0 ? [] : [note] };
}

/** The flags of a command that revokes links. */
export interface RevocationFlags {
  reason?: string;
  dryRun?: true;
  yes?: true;
}

/** @throws StartError unless the operator agrees that several links are revoked */
export function requireYes(links: number, { yes }: RevocationFlags): void {
  if (links < 2 || yes) return;
  throw new StartError(
    `${links} links would be revoked for good: add --yes to do it, or --dry-run to see the hosts that they lead to.`,
  );
}

/** Revokes links by one command, and returns how many there were. The filter and the reason are for the audit log. */
export async function revokeAll(
  store: Store,
  ids: readonly string[],
  { application = '', target = '', reason = '' }: LinkFilter & RevocationFlags,
): Promise<number> {
  const by = ids.length === 1 ? ({ via: 'admin', who: '', reason } as const) : undefined;
  if (ids.length > 1)
    await store.addRevocation({ secretId: application, linkCount: ids.length, host: target, reason });

  let revoked = 0;
  for (let start = 0; start < ids.length; start += batchSize)
    revoked += await store.revokeLinks(ids.slice(start, start + batchSize), Date.now() / 1000, by);
  return revoked;
}

async function listLinks(
  store: Store,
  { limit = 50, ...filter }: Input<LinkFilter & { limit?: number }>,
): Promise<Output> {
  await requireOwner(store, filter.application);
  const found: OwnedLink[] = [];
  for await (const batch of linksOf(store, filter)) {
    found.push(...batch);
    if (found.length > limit) break;
  }
  const rows = found.slice(0, limit).map(({ id, expiresAt, link }) => ({ id, expiresAt, link }));
  const notes = found.length > limit ? [`There are more than these ${limit}; --limit shows them.`] : [];
  return { kind: 'rows', rows, empty: 'There are no links.', notes };
}

async function revokeLinks(store: Store, input: Input<LinkFilter & RevocationFlags>): Promise<Output> {
  const { argument: given, application, target, dryRun = false } = input;
  const { publicOrigin, host, port } = input.configuration;
  const hasFilter = application !== undefined || target !== undefined;
  if ((given !== '') === hasFilter)
    throw new StartError(
      'links revoke needs a short link or its last part, such as aB3dE6gH9k, or else --application or --target.',
    );

  await requireOwner(store, application);
  const publicHost = new URL(publicOrigin || originOf(host, port)).host;
  const named = hasFilter ? undefined : await findMeantLink(store, meaningOf(given, publicHost).id);
  // A link that was revoked has lost its address.
  const batches = hasFilter ? linksOf(store, input) : [named?.link ? [named] : []];
  const doomed = await findDoomed(batches);
  const count = doomed.ids.length;
  if (count === 0) {
    const to = target === undefined ? '' : ` to ${target}`;
    const of = application === undefined ? '' : ` of application ${application}`;
    throw new StartError(hasFilter ? `There are no links${to}${of}.` : `There is no short link ${given}.`);
  }
  if (dryRun) return previewOf(doomed, `${counted(count, 'link')} would be revoked. Nothing is changed.`);

  requireYes(count, input);
  const revoked = await revokeAll(store, doomed.ids, input);
  const effect = 'revoked, which holds everywhere within 2 seconds.';
  if (hasFilter) return { kind: 'done', row: { revoked }, sentence: `${linksAre(revoked)} ${effect}` };
  const [id = ''] = doomed.ids;
  return { kind: 'done', row: { revoked: id }, sentence: `Short link ${id} is ${effect}` };
}
