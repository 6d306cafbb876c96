import { serialQueue } from '../async/async.ts';
import type { ServiceLink } from '../api/links/operations.ts';
import type { Connection } from '../connection/service.ts';
import type { CallResult, Failure } from '../failures/schema.ts';
import { unwritableReason } from '../history/settling.ts';
import type { HistoryJournal, PrivateJournal } from '../history/journal.ts';
import { type Attempt, type AttemptUpdate, isImported } from '../history/types.ts';
import type { StoredMap } from '../storage/stored-map.ts';
import { readLink } from '../url/link.ts';
import { validityUntil } from '../validity/validity.ts';
import { fieldsOf } from './link-changer.ts';

type LoadingConnection = Pick<Connection, 'id' | 'readLink' | 'listLinks'>;

interface LoaderJournals {
  regular: Pick<HistoryJournal, 'add' | 'find' | 'findByLink' | 'findByShortLink' | 'update'>;
  private: PrivateJournal;
}

/** The least time between two refreshes. */
const refreshPauseMs = 60_000;

/** The number of links that are read one by one; more are looked for in a page of the list first. */
const fewLinks = 3;
/** The most that are read one by one after that. */
const maxReads = 20;

/** The number of links in a page of the list. */
const pageSize = 500;

const notConnected: { ok: false; failure: Failure } = {
  ok: false,
  failure: { reason: 'not-connected', hadEffect: 'no' },
};

type FoundLink = ServiceLink & { shortLink: string };

/** How long a change takes from its beginning to the end of its calls. An answer of that time may not have it yet. */
const changeTimeMs = 30_000;

/** The account whose links are requested from the service, and when (milliseconds). */
interface LinkQuery {
  account: string;
  at: number;
}

/** The new entry of the history for a link of the service; null if its address cannot be shortened. */
const newAttemptOf = (found: FoundLink, { account, at }: LinkQuery): Attempt | null => {
  const { shortLink, createdAt, expiresAt } = found;
  const read = readLink(found.link);
  if (!read.ok) return null;
  return {
    id: crypto.randomUUID(),
    title: '',
    account,
    createdAt: Math.min(createdAt * 1000, at),
    validity: validityUntil(expiresAt),
    state: 'created',
    shown: true,
    shortLink,
    link: read.link,
    ...fieldsOf(found),
  };
};

/** The update of an attempt by the service's answer, after which its last change is no longer "unknown"; null if nothing is new. */
const updateOf = (attempt: Attempt, found: ServiceLink, { account, at }: LinkQuery): AttemptUpdate | null => {
  const { change } = attempt;
  const isChanging = change !== undefined && (change.state === 'sending' || change.at > at - changeTimeMs);
  // An imported link has no account. By its answer, the service says that the link belongs to this one.
  const isAdopted = isImported(attempt) && attempt.link === found.link;
  if (isChanging || (attempt.account !== account && !isAdopted)) return null;
  const update: AttemptUpdate = {
    ...fieldsOf(found),
    account,
    change: change?.state === 'unknown' ? undefined : change,
  };
  const { link, expiresAt, opens, limit } = { ...attempt, ...update };
  const isSame =
    attempt.account === account &&
    attempt.change === update.change &&
    attempt.link === link &&
    attempt.expiresAt === expiresAt &&
    attempt.limit === limit &&
    attempt.opens?.count === opens?.count;
  return isSame ? null : update;
};

/** The service's links with these short links. Several are looked up in the first page of its list, the others one by one. */
const findLinks = async (
  connected: LoadingConnection,
  shortLinks: readonly string[],
): Promise<Map<string, ServiceLink>> => {
  const found = new Map<string, ServiceLink>();
  if (shortLinks.length > fewLinks) {
    const page = await connected.listLinks({ limit: pageSize });
    if (!page.ok) return found;
    for (const each of page.links) if (shortLinks.includes(each.shortLink)) found.set(each.shortLink, each);
  }
  for (const shortLink of shortLinks.filter((each) => !found.has(each)).slice(0, maxReads)) {
    const answer = await connected.readLink(shortLink);
    if (answer.ok) found.set(shortLink, answer.link);
    // Nothing else is answered while a service limits requests, or cannot be reached.
    else if (answer.failure.reason !== 'link-does-not-exist') break;
  }
  return found;
};

/** Stores what is new in a page of the service's list; resolves with the ids of the new entries. */
const storePage = async (
  links: readonly FoundLink[],
  query: LinkQuery,
  journals: LoaderJournals,
): Promise<string[]> => {
  const { regular } = journals;
  const isOfPrivateWindow = await journals.private.matcher();
  /** Links of private windows are not written to the disk, and the attempt that is creating a link stores it itself. */
  const isExcluded = async ({ shortLink = '', link }: Attempt): Promise<boolean> => {
    if ((await isOfPrivateWindow(shortLink)) || (await isOfPrivateWindow(link))) return true;
    return (await regular.findByLink(link)).some(({ state }) => state === 'sending');
  };
  const added: Attempt[] = [];
  const known = new Map<string, FoundLink>();
  // Of several links with the same short link, the first one counts.
  const distinct = new Map(links.toReversed().map((each) => [each.shortLink, each]));
  for (const found of distinct.values()) {
    const attempts = await regular.findByShortLink(found.shortLink);
    for (const { id } of attempts) known.set(id, found);
    const missing = attempts.length > 0 ? null : newAttemptOf(found, query);
    if (missing && !(await isExcluded(missing))) added.push(missing);
  }
  await regular.update([...known.keys()], (attempt) => {
    const found = known.get(attempt.id);
    return found ? updateOf(attempt, found, query) : null;
  });
  if (added.length > 0) await regular.add(added);
  return added.map(({ id }) => id);
};

/** What the service knows of the links of its account: how often they were opened, and links that were created elsewhere. */
export const createLinkLoader = ({
  connection,
  journals,
  refreshedAt,
  now = Date.now,
}: {
  /** The connection with this id, or without one the default one. */
  connection(id?: string): Promise<LoadingConnection | null>;
  journals: LoaderJournals;
  /** When the links of an account were refreshed last, in milliseconds. */
  refreshedAt: StoredMap<number>;
  now?: () => number;
}) => {
  const { regular } = journals;
  const enqueue = serialQueue();

  /** Begins a refresh, unless the last one began within the last minute. Resolves with whether it has begun. */
  const beginRefresh = async (account: string): Promise<boolean> => {
    const last = (await refreshedAt.read(account)) ?? 0;
    const time = now();
    if (time >= last && time - last < refreshPauseMs) return false;
    await refreshedAt.write(account, time);
    return true;
  };

  const refresh = async (account: string, ids: readonly string[]): Promise<void> => {
    const connected = await connection(account);
    if (!connected) return;
    const query: LinkQuery = { account: connected.id, at: now() };
    const attempts = await Promise.all(ids.map((id) => regular.find(id)));
    const ofAccount = attempts.filter((each) => each?.account === connected.id);
    const found = await findLinks(
      connected,
      ofAccount.flatMap((each) => each?.shortLink ?? []),
    );
    if (found.size === 0) return;
    await regular.update(ids, (attempt) => {
      const link = found.get(attempt.shortLink ?? '');
      return link ? updateOf(attempt, link, query) : null;
    });
  };

  return {
    /**
     * Reads one link now. Resolves with the attempt as the service knows it, or with null if it does not answer; rejects if the
     * history cannot be written.
     */
    async read(attempt: Attempt): Promise<Attempt | null> {
      if (attempt.account === undefined || attempt.shortLink === undefined) return null;
      const connected = await connection(attempt.account);
      if (!connected) return null;
      const query: LinkQuery = { account: connected.id, at: now() };
      const answer = await connected.readLink(attempt.shortLink);
      if (!answer.ok) return null;
      const { link } = answer;
      await regular.update([attempt.id], (stored) => updateOf(stored, link, query));
      return { ...attempt, ...fieldsOf(link) };
    },
    /**
     * Reads how often links were opened, at most once a minute for an account; attempts of other accounts are ignored. Rejects
     * if the history cannot be written.
     */
    async refresh(account: string, ids: readonly string[]): Promise<void> {
      if (await enqueue(() => beginRefresh(account))) await refresh(account, ids);
    },
    /**
     * Adds the links of the page after a link of a connection's list that are not in the history. Resolves with the ids of the new
     * entries and with the `after` of the next page, which is null at the end. Never rejects.
     */
    async load({
      after,
      connection: id,
    }: {
      after?: string | undefined;
      connection: string;
    }): Promise<CallResult<{ loaded: number; added: string[]; next: string | null }>> {
      try {
        const connected = await connection(id);
        if (!connected) return notConnected;
        const query: LinkQuery = { account: connected.id, at: now() };
        const page = await connected.listLinks({ after, limit: pageSize });
        if (!page.ok) return page;
        const added = await storePage(page.links, query, journals);
        return { ok: true, loaded: page.links.length, added, next: page.next };
      } catch (error) {
        return { ok: false, failure: { reason: unwritableReason(error), hadEffect: 'no' } };
      }
    },
  };
};

export type LinkLoader = ReturnType<typeof createLinkLoader>;
