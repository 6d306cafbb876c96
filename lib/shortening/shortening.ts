import { readLink } from '../url/link.ts';
import type { Failure } from '../failures/schema.ts';
import { interrupted } from '../failures/contract.ts';
import { type Attempt, isNewer, type Journal, type Settled } from '../history/contract.ts';
import type { Connection } from '../connection/connection.ts';
import { endOf } from '../validity/validity.ts';
import type { Outcome, ShortenRequest } from './request.ts';
import { earlierOf } from './reuse.ts';

/** What a link is made with. */
type Shortener = Pick<Connection, 'id' | 'shorten' | 'seconds' | 'shortOrigin'>;

interface World {
  connection(): Promise<Shortener | null>;
  journals: { regular: Journal; private: Journal };
  /** A link has just been made, and not in a private window. */
  made?(): unknown;
  now?: () => number;
}

const refused = (id: string, reason: Failure['reason']): Outcome => ({
  ok: false,
  id,
  failure: { reason, made: 'no' },
});

const settledBy = (outcome: Outcome): Settled => {
  if (!outcome.ok) {
    const { failure } = outcome;
    return { state: failure.made === 'no' ? 'failed' : 'unknown', failure };
  }
  const { shortLink, end, isWhole } = outcome;
  return { state: 'made', shortLink, end, ...(isWhole && { isWhole }) };
};

/** Two wishes for the same thing while the first is on its way are one. */
const createFlights = () => {
  const flights = new Map<string, { id: string; outcome: Promise<Outcome> }>();
  const keyOf = (wish: ShortenRequest): string =>
    JSON.stringify([wish.private, wish.link, wish.validity, wish.another === true]);
  return {
    /** The outcome of what is on its way for the same thing, or else of what `begin` sends. */
    join(wish: ShortenRequest, begin: (wish: ShortenRequest) => Promise<Outcome>): Promise<Outcome> {
      const key = keyOf(wish);
      const under = flights.get(key);
      if (under) return under.outcome;
      const outcome = begin(wish).finally(() => flights.delete(key));
      flights.set(key, { id: wish.id, outcome });
      return outcome;
    },
    /** The outcome of the attempt with this id, while it is on its way. */
    of: (id: string): Promise<Outcome> | undefined =>
      [...flights.values()].find((flight) => flight.id === id)?.outcome,
  };
};

const attemptOf = (
  wish: ShortenRequest,
  { account, createdAt }: { account: string; createdAt: number },
): Attempt => {
  const { id, link, title, validity } = wish;
  return { id, link, title, validity, account, createdAt, state: 'sending', shown: false };
};

/** Milliseconds between two tries to write an outcome down. */
const pauses = [100, 1000];

/** The outcome holds whether or not the disk takes it; an entry that cannot be settled becomes "unknown" in time. */
const settleStubbornly = async (journal: Journal, outcome: Outcome): Promise<void> => {
  for (const pause of [...pauses, null]) {
    const written = await journal.settle(outcome.id, settledBy(outcome)).then(
      () => true,
      () => false,
    );
    if (written || pause === null) return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
};

/** Journals an attempt, sends it and settles it; whatever happens on the way is its outcome. */
const sendJournalled = async (
  entry: Attempt,
  to: { journal: Journal; connection: Shortener; made: World['made'] },
): Promise<Outcome> => {
  const { id, link, validity } = entry;
  try {
    await to.journal.begin(entry);
  } catch (error) {
    return refused(id, isNewer(error) ? 'history-newer' : 'history-unwritable');
  }
  const shortened = await to.connection.shorten({ link, end: (now) => endOf(validity, now) });
  const outcome: Outcome = { id, ...shortened };
  await settleStubbornly(to.journal, outcome);
  if (outcome.ok) to.made?.();
  return outcome;
};

/** A private window asks the history, too; an ordinary one never asks the private journal. */
const isOurs = async (link: string, asked: Journal[]): Promise<boolean> => {
  const answers = await Promise.all(asked.map((journal) => journal.hasShortLink(link).catch(() => false)));
  return answers.includes(true);
};

/**
 * Makes short links, each written to the journal before it is sent and settled after. What goes wrong is an outcome.
 * Construct it once a worker, at its start: whatever was "sending" then is "unknown" from there on.
 */
export const createLinks = ({ connection, journals, made, now = Date.now }: World) => {
  const flights = createFlights();
  const recovered = Promise.allSettled([journals.regular.interrupt(), journals.private.interrupt()]);
  const journalOf = (isPrivate: boolean): Journal => (isPrivate ? journals.private : journals.regular);

  const send = async (wish: ShortenRequest): Promise<Outcome> => {
    await recovered;
    const read = readLink(wish.link);
    if (!read.ok) return refused(wish.id, read.reason);
    const connected = await connection().catch(() => undefined);
    if (connected === undefined) return refused(wish.id, 'interrupted');
    if (!connected) return refused(wish.id, 'not-connected');
    const asked = wish.private ? [journals.private, journals.regular] : [journals.regular];
    if (await isOurs(read.link, asked)) return refused(wish.id, 'already-short');
    const earlier = wish.another ? null : await earlierOf({ ...wish, link: read.link }, { asked, connected });
    if (earlier) return earlier;
    const journal = journalOf(wish.private);
    const entry = attemptOf({ ...wish, link: read.link }, { account: connected.id, createdAt: now() });
    return sendJournalled(entry, { journal, connection: connected, made: wish.private ? undefined : made });
  };

  return {
    /** One wish, one link, however often it is made while the first is on its way. */
    shorten: (wish: ShortenRequest): Promise<Outcome> => flights.join(wish, send),
    /** The newest attempt whose outcome nobody was told; it may still be on its way. */
    async unshown(isPrivate: boolean): Promise<Attempt | null> {
      await recovered;
      const newest = await journalOf(isPrivate).unshown();
      const isLost = newest?.state === 'sending' && !flights.of(newest.id);
      return isLost ? { ...newest, state: 'unknown', failure: interrupted } : newest;
    },
    /** The outcome of an attempt that is on its way; null where none of that id is. */
    arrival: async (id: string): Promise<Outcome | null> => (await flights.of(id)) ?? null,
    /** What is known of the attempt with this id; null where none was ever begun. */
    async attempt(id: string, isPrivate: boolean): Promise<Attempt | null> {
      await recovered;
      return journalOf(isPrivate).find(id);
    },
    /** The newest attempts, the newest first. */
    newest: (count: number, isPrivate: boolean): Promise<Attempt[]> => journalOf(isPrivate).newest(count),
    /** A person has been told the outcome of this attempt. */
    async show(id: string, isPrivate: boolean): Promise<null> {
      await journalOf(isPrivate).show(id);
      return null;
    },
  };
};

export type Links = ReturnType<typeof createLinks>;
