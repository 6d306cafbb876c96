import type { ServiceLink } from '../api/links/operations.ts';
import type { Connection } from '../connection/service.ts';
import type { Failure } from '../failures/schema.ts';
import { unwritableReason } from '../history/settling.ts';
import { type Attempt, isImported, type Journal } from '../history/types.ts';
import type { StoredItem } from '../storage/storage.ts';
import { readLink } from '../url/link.ts';
import { noExpiry } from '../validity/contract.ts';
import { fieldsOf } from './managing.ts';
import type { LoadOutcome } from './request.ts';

type LoadingConnection = Pick<Connection, 'id' | 'readLink' | 'listLinks'>;

interface LoadingDeps {
  connection(): Promise<LoadingConnection | null>;
  journals: { regular: Journal; private: Journal };
  /** When links were refreshed last, in milliseconds. */
  refreshedAt: StoredItem<number>;
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
  failure: { reason: 'not-connected', linkCreated: 'no' },
};

type FoundLink = ServiceLink & { shortLink: string };

/** A link of the service that is not in the history; null if its address is none that can be shortened. */
const attemptOf = (found: FoundLink, account: string): Attempt | null => {
  const { shortLink, createdAt, expiresAt } = found;
  const read = readLink(found.link);
  if (!read.ok) return null;
  return {
    id: crypto.randomUUID(),
    title: '',
    account,
    createdAt: createdAt * 1000,
    validity: expiresAt >= noExpiry ? { kind: 'never' } : { kind: 'until', expiresAt },
    state: 'created',
    shown: true,
    shortLink,
    link: read.link,
    ...fieldsOf(found),
  };
};

/** Whether the service says something of a link that the history does not. */
const isNews = (attempt: Attempt, { link, expiresAt, opens }: ServiceLink): boolean =>
  attempt.link !== link ||
  attempt.expiresAt !== expiresAt ||
  attempt.opens?.count !== opens?.count ||
  attempt.change?.state === 'unknown';

interface Owner {
  account: string;
  journal: Journal;
}

/** Writes what the service says of a link of the history, which ends the doubt about a change. */
const update = async (attempt: Attempt, found: ServiceLink, { account, journal }: Owner): Promise<void> => {
  const { id, change } = attempt;
  // An imported link may be any; the service says that it is this account's.
  const isAdopted = isImported(attempt) && attempt.link === found.link;
  const isOwn = attempt.account === account && change?.state !== 'sending' && isNews(attempt, found);
  if (!isAdopted && !isOwn) return;
  await journal.settle(id, {
    ...fieldsOf(found),
    account,
    change: change?.state === 'unknown' ? undefined : change,
  });
};

/** What the service knows of the links of its account: how often they were opened, and links that were created elsewhere. */
export const createLoading = ({ connection, journals, refreshedAt, now = Date.now }: LoadingDeps) => {
  const { regular } = journals;

  const refresh = async (ids: readonly string[]): Promise<void> => {
    const connected = await connection();
    if (!connected) return;
    const attempts = (await Promise.all(ids.map((id) => regular.find(id)))).filter(
      (each) => each?.account === connected.id && each.shortLink !== undefined,
    );
    const wanted = new Map(attempts.map((each) => [each?.shortLink ?? '', each]));
    const take = async (found: ServiceLink, shortLink: string): Promise<void> => {
      const attempt = wanted.get(shortLink);
      wanted.delete(shortLink);
      if (attempt) await update(attempt, found, { account: connected.id, journal: regular });
    };
    if (wanted.size > fewLinks) {
      const page = await connected.listLinks({ limit: pageSize });
      if (!page.ok) return;
      for (const each of page.links) await take(each, each.shortLink);
    }
    for (const shortLink of [...wanted.keys()].slice(0, maxReads)) {
      const answer = await connected.readLink(shortLink);
      if (answer.ok) await take(answer.link, shortLink);
      // Nothing else is answered while a service limits requests, or cannot be reached.
      else if (answer.failure.reason !== 'link-does-not-exist') return;
    }
  };

  const addMissing = async (links: readonly FoundLink[], account: string): Promise<number> => {
    const added: Attempt[] = [];
    for (const found of links) {
      // Nothing of a private window is written to the disk.
      if (await journals.private.hasShortLink(found.shortLink)) continue;
      const known = await regular.findByShortLink(found.shortLink);
      for (const each of known) await update(each, found, { account, journal: regular });
      const missing = known.length === 0 ? attemptOf(found, account) : null;
      if (missing) added.push(missing);
    }
    if (added.length > 0) await regular.add(added);
    return added.length;
  };

  return {
    /** Reads how often these attempts' links were opened, at most once a minute. Rejects if the history cannot be written. */
    async refresh(ids: readonly string[]): Promise<void> {
      const last = (await refreshedAt.read()) ?? 0;
      const time = now();
      if (time >= last && time - last < refreshPause) return;
      await refreshedAt.write(time);
      await refresh(ids);
    },
    /** Adds the links of one page of the service's list that are not in the history. Never rejects. */
    async load(after: string | undefined): Promise<LoadOutcome> {
      try {
        const connected = await connection();
        if (!connected) return notConnected;
        const page = await connected.listLinks({ after, limit: pageSize });
        if (!page.ok) return page;
        return { ok: true, added: await addMissing(page.links, connected.id), next: page.next };
      } catch (error) {
        return { ok: false, failure: { reason: unwritableReason(error), linkCreated: 'no' } };
      }
    },
  };
};
