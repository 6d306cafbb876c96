import { serialQueue } from '../async/async.ts';
import type { ServiceLink } from '../api/links/operations.ts';
import type { Connection } from '../connection/service.ts';
import type { Failure } from '../failures/schema.ts';
import { unwritableReason } from '../history/settling.ts';
import {
  type Attempt,
  isImported,
  type LinkJournal,
  type PrivateJournal,
  type AttemptUpdate,
} from '../history/types.ts';
import type { StoredMap } from '../storage/stored-map.ts';
import { readLink } from '../url/link.ts';
import { noExpiry } from '../validity/contract.ts';
import { fieldsOf } from './link-changer.ts';
import type { LoadOutcome, LoadRequest } from './request.ts';

type LoadingConnection = Pick<Connection, 'id' | 'readLink' | 'listLinks'>;

export interface LinkLoaderDeps {
  /** The connection with this id, or without one the default one. */
  connection(id?: string): Promise<LoadingConnection | null>;
  journals: { regular: LinkJournal; private: PrivateJournal };
  /** When the links of an account were refreshed last, in milliseconds. */
  refreshedAt: StoredMap<number>;
  /** Milliseconds. */
  now?: () => number;
}

/** Milliseconds between two refreshes. */
const refreshPause = 60_000;

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

/** Milliseconds from the beginning of a change to the end of its calls: what is read meanwhile may be older. */
const changeTime = 30_000;

/** The account for which links were requested from the service, and when (milliseconds). */
interface Asked {
  account: string;
  at: number;
}

/** A link of the service that is not in the history; null if its address is none that can be shortened. */
const attemptOf = (found: FoundLink, { account, at }: Asked): Attempt | null => {
  const { shortLink, createdAt, expiresAt } = found;
  const read = readLink(found.link);
  if (!read.ok) return null;
  return {
    id: crypto.randomUUID(),
    title: '',
    account,
    createdAt: Math.min(createdAt * 1000, at),
    validity: expiresAt >= noExpiry ? { kind: 'never' } : { kind: 'until', expiresAt },
    state: 'created',
    shown: true,
    shortLink,
    link: read.link,
    ...fieldsOf(found),
  };
};

/** What the service says of a link of the history, which ends the doubt about a change; null if it is nothing new. */
const changesOf = (attempt: Attempt, found: ServiceLink, { account, at }: Asked): AttemptUpdate | null => {
  const { change } = attempt;
  const isChanging = change !== undefined && (change.state === 'sending' || change.at > at - changeTime);
  // The account of an imported link is unknown; the service has just said that the link belongs to this one.
  const isAdopted = isImported(attempt) && attempt.link === found.link;
  if (isChanging || (attempt.account !== account && !isAdopted)) return null;
  const settled: AttemptUpdate = {
    ...fieldsOf(found),
    account,
    change: change?.state === 'unknown' ? undefined : change,
  };
  const { link, expiresAt, opens, limit } = { ...attempt, ...settled };
  const isSame =
    attempt.account === account &&
    attempt.change === settled.change &&
    attempt.link === link &&
    attempt.expiresAt === expiresAt &&
    attempt.limit === limit &&
    attempt.opens?.count === opens?.count;
  return isSame ? null : settled;
};

/** The service's links among these short links: from the first page of its list if they are many, the rest one by one. */
const lookUp = async (
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

/** Writes what is new in a page of the service's list; resolves with the number of links that are added. */
const takeOver = async (
  links: readonly FoundLink[],
  asked: Asked,
  journals: LinkLoaderDeps['journals'],
): Promise<number> => {
  const { regular } = journals;
  const isOfPrivateWindow = await journals.private.matcher();
  /** Nothing of a private window is written to the disk, and a link that is just being created is written by its attempt. */
  const isLeftOut = async ({ shortLink = '', link }: Attempt): Promise<boolean> => {
    if ((await isOfPrivateWindow(shortLink)) || (await isOfPrivateWindow(link))) return true;
    return (await regular.findByLink(link)).some(({ state }) => state === 'sending');
  };
  const added: Attempt[] = [];
  const known = new Map<string, FoundLink>();
  const distinct = new Map(links.toReversed().map((each) => [each.shortLink, each])).values();
  for (const found of distinct) {
    const attempts = await regular.findByShortLink(found.shortLink);
    for (const { id } of attempts) known.set(id, found);
    const missing = attempts.length > 0 ? null : attemptOf(found, asked);
    if (missing && !(await isLeftOut(missing))) added.push(missing);
  }
  await regular.update([...known.keys()], (attempt) => {
    const found = known.get(attempt.id);
    return found ? changesOf(attempt, found, asked) : null;
  });
  if (added.length > 0) await regular.add(added);
  return added.length;
};

/**
 * A function that reads one link now. It resolves with the attempt as the service knows it, null if it does not answer, and
 * rejects if the history cannot be written.
 */
export const createLinkReader =
  ({ connection, journals, now = Date.now }: Omit<LinkLoaderDeps, 'refreshedAt'>) =>
  async (attempt: Attempt): Promise<Attempt | null> => {
    if (attempt.account === undefined || attempt.shortLink === undefined) return null;
    const connected = await connection(attempt.account);
    if (!connected) return null;
    const asked: Asked = { account: connected.id, at: now() };
    const answer = await connected.readLink(attempt.shortLink);
    if (!answer.ok) return null;
    const { link } = answer;
    await journals.regular.update([attempt.id], (stored) => changesOf(stored, link, asked));
    return { ...attempt, ...fieldsOf(link) };
  };

/** What the service knows of the links of its account: how often they were opened, and links that were created elsewhere. */
export const createLinkLoader = ({ connection, journals, refreshedAt, now = Date.now }: LinkLoaderDeps) => {
  const { regular } = journals;
  const oneAfterAnother = serialQueue();

  /** Whether the last refresh is a minute ago or more; if so, stores the time as that of a new refresh. */
  const isDue = async (account: string): Promise<boolean> => {
    const last = (await refreshedAt.read(account)) ?? 0;
    const time = now();
    if (time >= last && time - last < refreshPause) return false;
    await refreshedAt.write(account, time);
    return true;
  };

  const refresh = async (account: string, ids: readonly string[]): Promise<void> => {
    const connected = await connection(account);
    if (!connected) return;
    const asked: Asked = { account: connected.id, at: now() };
    const attempts = (await Promise.all(ids.map((id) => regular.find(id)))).filter(
      (each) => each?.account === connected.id && each.shortLink !== undefined,
    );
    const found = await lookUp(
      connected,
      attempts.map((each) => each?.shortLink ?? ''),
    );
    if (found.size === 0) return;
    await regular.update(ids, (attempt) => {
      const link = found.get(attempt.shortLink ?? '');
      return link ? changesOf(attempt, link, asked) : null;
    });
  };

  return {
    /**
     * Reads how often links were opened, at most once a minute for an account; attempts of other accounts are ignored. Rejects
     * if the history cannot be written.
     */
    async refresh(account: string, ids: readonly string[]): Promise<void> {
      if (await oneAfterAnother(() => isDue(account))) await refresh(account, ids);
    },
    /** Adds the links of one page of a connection's list that are not in the history. Never rejects. */
    async load({ after, connection: id }: LoadRequest): Promise<LoadOutcome> {
      try {
        const connected = await connection(id);
        if (!connected) return notConnected;
        const asked: Asked = { account: connected.id, at: now() };
        const page = await connected.listLinks({ after, limit: pageSize });
        if (!page.ok) return page;
        return { ok: true, added: await takeOver(page.links, asked, journals), next: page.next };
      } catch (error) {
        return { ok: false, failure: { reason: unwritableReason(error), hadEffect: 'no' } };
      }
    },
  };
};
