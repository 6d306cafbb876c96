import { oneLine } from '../characters/text.ts';
import { requiredFeatures, definedOptions } from '../api/links/contract.ts';
import { isStorableNote } from '../history/note.ts';
import { logAndReturn, logError } from '../errors/error-log.ts';
import { interrupted } from '../failures/interrupted.ts';
import { afterStartup, singleFlight } from '../async/async.ts';
import { readLink } from '../url/link.ts';
import type { Reason } from '../failures/contract.ts';
import { settleWithRetry, unwritableReason } from '../history/settling.ts';
import {
  type Attempt,
  type AttemptUpdate,
  type Journal,
  journalFor,
  type Journals,
} from '../history/types.ts';
import { unreadableReason } from '../connection/account.ts';
import type { Connection, Shortened } from '../connection/service.ts';
import { featuresOf } from '../settings/connection-info.ts';
import { readSettingsOrDefaults } from '../settings/settings.ts';
import { expiryOf, isAllowedValidity } from '../validity/validity.ts';
import type { ShortenRequest } from './request.ts';
import { type CreationRequest, newAttempt, refusedAttempt } from './new-attempt.ts';
import type { RateLimit } from './rate-limit.ts';
import { findActive, findReusable, isOwnShortLink, journalsToSearch, withEarlierLink } from './reuse.ts';

/** The part of a connection that creates links. */
type ShorteningConnection = Pick<
  Connection,
  'id' | 'shorten' | 'serviceTime' | 'shortOrigin' | 'shortLinkOf' | 'readLink'
>;

/** What the answer of the service changes in the attempt. */
const updateFor = (answer: Shortened): AttemptUpdate => {
  if (!answer.ok) {
    const { failure } = answer;
    return { state: failure.hadEffect === 'no' ? 'failed' : 'unknown', failure };
  }
  const { shortLink, expiresAt, isWholeAddress } = answer;
  return { state: 'created', shortLink, expiresAt, ...(isWholeAddress && { isWholeAddress }) };
};

/** Requests for the same thing have the same key. */
const keyOf = (request: CreationRequest): string =>
  JSON.stringify([
    request.private,
    request.connection,
    request.link,
    request.validity,
    request.another === true,
    request.movedFrom?.id,
    definedOptions(request),
  ]);

/** Journals an attempt, sends it and settles it. Resolves with it as it is then; never rejects. */
const sendWithJournal = async (
  entry: Attempt,
  {
    journal,
    connection,
    rateLimit,
    onCreated,
    answered,
  }: {
    journal: Journal;
    connection: ShorteningConnection;
    rateLimit: Pick<RateLimit, 'store'>;
    onCreated: (() => unknown) | undefined;
    answered: CreationRequest['answered'];
  },
): Promise<Attempt> => {
  const { id, link, validity, limit, ending } = entry;
  try {
    await journal.begin(entry);
  } catch (error) {
    return { ...entry, state: 'refused', failure: { reason: unwritableReason(error), hadEffect: 'no' } };
  }
  const shortened = await connection.shorten({
    link,
    expiresAt: (serviceSeconds) => expiryOf(validity, serviceSeconds),
    limit,
    ending,
  });
  if (shortened.ok) answered?.();
  else await rateLimit.store(connection.id, shortened.failure);
  const update = updateFor(shortened);
  await settleWithRetry(journal, id, update);
  if (shortened.ok) onCreated?.();
  return withEarlierLink({ ...entry, ...update }, { journal, connection });
};

/**
 * Creates short links, each written to the journal before it is sent and settled after. Every problem is a state of its attempt.
 * Construct it once when a worker starts: attempts that are "sending" then become "unknown", soon or before the first use.
 */
export const createShortener = ({
  connection,
  isAccountLost,
  rateLimit,
  journals,
  onCreated,
  now = Date.now,
}: {
  /** The connection with this id, or without one the default one. */
  connection(id?: string): Promise<ShorteningConnection | null>;
  /** Whether an account was saved that the browser has lost since. */
  isAccountLost?(): Promise<boolean>;
  rateLimit: Pick<RateLimit, 'store'>;
  journals: Journals;
  /** Called after a link has been created outside private windows. */
  onCreated?(): unknown;
  now?: () => number;
}) => {
  let recovering: Promise<unknown> | undefined;
  const recover = (): Promise<unknown> =>
    (recovering ??= Promise.allSettled([
      journals.regular.markPendingAsUnknown(),
      journals.private.markPendingAsUnknown(),
    ]));
  // To open the history at once would delay what needs none, such as the player on a 404 page.
  afterStartup(recover);

  /** Why there is no connection for a request. */
  const missingReason = async (request: ShortenRequest): Promise<Reason> => {
    if (await isAccountLost?.().catch(logAndReturn(false))) return 'account-lost';
    // Removing one of several connections is a reason of its own.
    const remaining = request.connection === undefined ? null : await connection().catch(logAndReturn(null));
    return remaining ? 'connection-removed' : 'not-connected';
  };

  /** Checks a request, looks for a link that can be reused, and otherwise sends it. Never rejects. */
  const sendRequest = async (request: CreationRequest): Promise<Attempt> => {
    const refused = (reason: Reason): Attempt => refusedAttempt(request, reason);
    await recover();
    const read = readLink(request.link);
    if (!read.ok) return refused(read.reason);
    // Pages offer nothing that is not allowed, but may be older than a policy.
    const [{ offered, connections }, connected] = await Promise.all([
      readSettingsOrDefaults(),
      connection(request.connection).catch((error: unknown) => {
        logError(error);
        return unreadableReason(error);
      }),
    ]);
    // A moved link gets the time that it has left. The policy is about the validity that a person chose for it.
    const chosen = request.movedFrom?.validity ?? request.validity;
    if (!isAllowedValidity(chosen, offered)) return refused('validity-not-allowed');
    if (typeof connected === 'string') return refused(connected);
    if (!connected) return refused(await missingReason(request));

    const required = requiredFeatures(request);
    const features = featuresOf(connections, connected.id);
    if (!required.every((each) => features.includes(each))) return refused('not-offered');
    const searched = journalsToSearch(journals, request.private);
    const normalized = { ...request, link: read.link, connection: connected.id };
    const mayReuse = !request.another && required.length === 0;
    const [isShort, reusable] = await Promise.all([
      isOwnShortLink(read.link, searched),
      mayReuse ? findReusable(normalized, { journals: searched, connection: connected }) : null,
    ]);
    if (isShort) return refused('already-short');
    if (reusable) return reusable;

    return sendWithJournal(newAttempt(normalized, now()), {
      journal: journalFor(journals, request.private),
      connection: connected,
      rateLimit,
      onCreated: request.private ? undefined : onCreated,
      answered: request.answered,
    });
  };

  const share = singleFlight<Attempt>();
  /** Attempts that are pending, by their ids. */
  const pending = new Map<string, Promise<Attempt>>();

  return {
    /** Resolves when the "sending" attempts and changes of earlier workers are "unknown"; never rejects. Nothing is sent before. */
    recover,
    /** Creates one link for equal requests, however many arrive while the first one is pending. */
    shorten: (request: CreationRequest): Promise<Attempt> =>
      share(keyOf(request), () => {
        const attempt = sendRequest(request).finally(() => pending.delete(request.id));
        pending.set(request.id, attempt);
        return attempt;
      }),
    /** The newest attempt with an unseen outcome; it may still be pending. */
    async unacknowledged(isPrivate: boolean): Promise<Attempt | null> {
      await recover();
      const newest = await journalFor(journals, isPrivate).newestUnacknowledged();
      const isLost = newest?.state === 'sending' && !pending.has(newest.id);
      return isLost ? { ...newest, state: 'unknown', failure: interrupted } : newest;
    },
    /** The pending attempt with this id, once it is settled; null if there is none. */
    pendingAttempt: async (id: string): Promise<Attempt | null> => (await pending.get(id)) ?? null,
    /** What is known of the attempt with this id; null if none was ever begun. */
    async findAttempt(id: string, isPrivate: boolean): Promise<Attempt | null> {
      await recover();
      return journalFor(journals, isPrivate).find(id);
    },
    /** The newest attempts, the newest first. */
    newest: (count: number, isPrivate: boolean): Promise<Attempt[]> =>
      journalFor(journals, isPrivate).newest(count),
    /** The attempts that created a short link to this address which works, the newest first. */
    activeLinks: (link: string, isPrivate: boolean): Promise<Attempt[]> =>
      findActive(link, { journals: journalsToSearch(journals, isPrivate), nowMs: now() }),
    /** Stores a note in the history, and sends it nowhere; an empty one is removed. Resolves with whether it is stored. */
    async setNote(id: string, isPrivate: boolean, typed: string): Promise<boolean> {
      const note = oneLine(typed);
      if (!isStorableNote(note)) return false;
      const journal = journalFor(journals, isPrivate);
      await journal.settle(id, { note: note === '' ? undefined : note });
      // It may have been removed meanwhile.
      return (await journal.find(id)) !== null;
    },
    /** Marks the outcome of this attempt as seen by a person. */
    acknowledge: (id: string, isPrivate: boolean): Promise<void> =>
      journalFor(journals, isPrivate).acknowledge(id),
  };
};

export type Shortener = ReturnType<typeof createShortener>;
