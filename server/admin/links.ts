import { originOf, plainHost } from '../config/hosts.ts';
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

/** The links that a filter means, in the order of their identifiers. */
export async function* linksOf(
  store: Store,
  { application = '', target = '' }: LinkFilter,
): AsyncGenerator<OwnedLink> {
  const readBatch = (after: string) => {
    const page = { after, pageSize: batchSize };
    // Usually there are fewer links to a host than of an application. The store ignores the port, `leadsTo` below does not.
    if (target !== '') return store.listLinks({ ...page, host: targetHost(`http://${target}`) });
    // At the time 0, no link has expired.
    return application === '' ? store.listLinks(page) : store.listOwnLinks(application, page, 0);
  };

  let last: string | undefined = '';
  while (last !== undefined) {
    const batch: OwnedLink[] = await readBatch(last);
    last = batch.length < batchSize ? undefined : batch.at(-1)?.id;
    for (const each of batch) {
      const isOwn = application === '' || each.secretId === application;
      if (isOwn && (target === '' || leadsTo(each.link, target))) yield each;
    }
  }
}

/** The host that a person names, as addresses have it; undefined if the text can be none. */
function hostOf(text: string): string | undefined {
  const url = /[\s/?#@\\]/.test(text) ? null : URL.parse(`http://${text}`);
  return url ? plainHost(url.host) : undefined;
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

  const isOwn = url !== null && plainHost(url.host) === publicHost;
  const id = isOwn ? (shortLinkIn(url.pathname)?.id ?? '') : '';
  if (isOneWord) return { id, host: hostOf(typed) ?? '' };
  return { id, host: isOwn || !url ? '' : plainHost(url.host) };
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
  return url !== null && [url.host, url.hostname].map(plainHost).includes(target);
}

async function listLinks(
  store: Store,
  { limit = 50, ...filter }: Input<LinkFilter & { limit?: number }>,
): Promise<Output> {
  await requireOwner(store, filter.application);
  const rows = [];
  for await (const { id, expiresAt, link } of linksOf(store, filter)) {
    if (rows.length === limit) {
      const notes = [`There are more than these ${limit}; --limit shows them.`];
      return { kind: 'rows', rows, empty: '', notes };
    }
    rows.push({ id, expiresAt, link });
  }
  return { kind: 'rows', rows, empty: 'There are no links.' };
}

async function revokeLinks(
  store: Store,
  input: Input<LinkFilter & { reason?: string; dryRun?: true; yes?: true }>,
): Promise<Output> {
  const { argument: given, application, target, reason = '' } = input;
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
  const own = named?.link ? [named] : [];
  const ids: string[] = [];
  const hosts = new Map<string, number>();
  for await (const { id, link } of hasFilter ? linksOf(store, input) : own) {
    ids.push(id);
    hosts.set(targetHost(link), (hosts.get(targetHost(link)) ?? 0) + 1);
  }

  const count = ids.length;
  if (count === 0) {
    const to = target === undefined ? '' : ` to ${target}`;
    const of = application === undefined ? '' : ` of application ${application}`;
    throw new StartError(hasFilter ? `There are no links${to}${of}.` : `There is no short link ${given}.`);
  }
  if (input.dryRun) {
    const rows = [...hosts].map(([host, links]) => ({ host, links })).toSorted((a, b) => b.links - a.links);
    const notes = [`${counted(count, 'link')} would be revoked. Nothing is changed.`];
    return { kind: 'rows', rows, empty: '', notes };
  }
  if (count > 1 && !input.yes)
    throw new StartError(
      `${count} links would be revoked for good: add --yes to do it, or --dry-run to see the hosts that they lead to.`,
    );

  // The audit log has one line for many links.
  const by = count === 1 ? ({ via: 'admin', who: '', reason } as const) : undefined;
  if (!by)
    await store.addRevocation({ secretId: application ?? '', linkCount: count, host: target ?? '', reason });
  for (let start = 0; start < count; start += batchSize)
    await store.revokeLinks(ids.slice(start, start + batchSize), Date.now() / 1000, by);
  const effect = 'revoked, which holds everywhere within 2 seconds.';
  if (hasFilter) return { kind: 'done', row: { revoked: count }, sentence: `${linksAre(count)} ${effect}` };
  const [id = ''] = ids;
  return { kind: 'done', row: { revoked: id }, sentence: `Short link ${id} is ${effect}` };
}
