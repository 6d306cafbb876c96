import type { ServiceLink } from '../api/links/operations.ts';
import { withTimeout } from '../async/timeout.ts';
import { logAndReturn } from '../errors/error-log.ts';
import type { Validity } from '../validity/schema.ts';
import { type CreatedAttempt, isCreated } from '../history/outcome.ts';
import type { Attempt, Journal, Journals } from '../history/types.ts';
import type { Connection } from '../connection/service.ts';
import { settleWithRetry } from '../history/settling.ts';
import { readLink } from '../url/link.ts';
import { expiryOf } from '../validity/validity.ts';
import type { ShortenRequest } from './request.ts';

/** The share of its duration that a link may have lost: a link for a month is reused within 30 hours. */
const maxLostShare = 1 / 24;

/** Whether a link that expires at `expiresAt` lasts as long as the requested validity, by the service's clock. */
export const lastsAsLong = (expiresAt: number, requested: Validity, nowSeconds: number): boolean => {
  const allowedLoss = requested.kind === 'duration' ? requested.seconds * maxLostShare : 0;
  return expiresAt > nowSeconds && expiresAt >= expiryOf(requested, nowSeconds) - allowedLoss;
};

/** The journals in which a window looks for links: a regular one never searches those of private windows. */
export const journalsToSearch = (journals: Journals, isPrivate: boolean): Journal[] =>
  isPrivate ? [journals.private, journals.regular] : [journals.regular];

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** An address without parameters, without a fragment, and without what no identifier has at its end. */
const withoutTail = (link: string): string => {
  const { origin, pathname } = new URL(link);
  return origin + (/^.*[\w-]/s.exec(decoded(pathname))?.[0] ?? '');
};

/** Whether one of these journals contains the address as a short link, as people send it. */
export const isOwnShortLink = async (
  link: string,
  journals: readonly Pick<Journal, 'hasShortLink'>[],
): Promise<boolean> => {
  const addresses = [...new Set([link, withoutTail(link)])];
  const answers = await Promise.all(
    journals.flatMap((journal) =>
      addresses.map((address) => journal.hasShortLink(address).catch(logAndReturn(false))),
    ),
  );
  return answers.includes(true);
};

/** The attempts that created a short link to this address, and none that was imported. */
const findCreated = async (
  link: string,
  journals: readonly Pick<Journal, 'findByLink'>[],
): Promise<CreatedAttempt[]> => {
  // A history that cannot be read does not stop the request: the attempt to write it reports the problem.
  const attempts = await Promise.all(
    journals.map((journal) => journal.findByLink(link).catch(logAndReturn([]))),
  );
  return attempts.flat().filter(isCreated);
};

/** The attempts that created a short link to this address which is active now, the newest first. */
export const findActive = async (
  link: string,
  { journals, nowMs }: { journals: readonly Pick<Journal, 'findByLink'>[]; nowMs: number },
): Promise<Attempt[]> =>
  (await findCreated(link, journals))
    .filter(({ expiresAt }) => expiresAt * 1000 > nowMs)
    .sort((a, b) => b.createdAt - a.createdAt);

/**
 * An existing short link of the same account that can be opened without a limit and lasts as long as requested, the one that
 * expires last; null if there is none.
 */
export const findReusable = async (
  { link, validity }: Pick<ShortenRequest, 'link' | 'validity'>,
  {
    journals,
    connection,
  }: {
    journals: readonly Pick<Journal, 'findByLink'>[];
    connection: Pick<Connection, 'id' | 'serviceTime' | 'shortOrigin'>;
  },
): Promise<Attempt | null> => {
  const created = await findCreated(link, journals);
  if (created.length === 0) return null;

  const nowSeconds = await connection.serviceTime();
  const [best] = created
    .filter(({ account, limit }) => account === connection.id && limit === undefined)
    .filter(({ expiresAt }) => lastsAsLong(expiresAt, validity, nowSeconds))
    // The setting of the short link address may have changed since then.
    .filter(
      ({ shortLink, isWholeAddress }) =>
        isWholeAddress || URL.parse(shortLink)?.origin === connection.shortOrigin,
    )
    .sort((a, b) => b.expiresAt - a.expiresAt);
  return best ? { ...best, isReused: true } : null;
};

/** How long a request waits until the service says which link has its ending. */
const readTimeoutMs = 3000;

/** Whether a link of the service is active and is what an attempt has requested. */
const isLinkOf = (
  { link, limit, expiresAt }: ServiceLink,
  requested: Attempt,
  nowSeconds: number,
): boolean => {
  const read = readLink(link);
  return read.ok && read.link === requested.link && limit === requested.limit && expiresAt > nowSeconds;
};

/**
 * If the ending of an attempt is taken, an earlier one without an answer may have created a link with it. That one takes its place
 * if the service confirms its link, for the same address and for at least the same time.
 */
export const withEarlierLink = async (
  attempt: Attempt,
  {
    journal,
    connection,
  }: {
    journal: Journal;
    connection: Pick<Connection, 'id' | 'serviceTime' | 'shortLinkOf' | 'readLink'>;
  },
): Promise<Attempt> => {
  const { id, link, ending, limit, validity, movedFrom, failure } = attempt;
  if (failure?.reason !== 'ending-taken' || ending === undefined) return attempt;
  const attempts = await journal.findByLink(link).catch(logAndReturn([]));
  const unanswered = attempts.filter(
    (each) => each.state === 'unknown' && each.ending?.toLowerCase() === ending.toLowerCase(),
  );
  if (unanswered.length === 0) return attempt;
  const uncertain: Attempt = { ...attempt, failure: { ...failure, hadEffect: 'maybe' } };
  const nowSeconds = await connection.serviceTime();
  const earlier = unanswered.find(
    (each) =>
      each.account === connection.id &&
      each.limit === limit &&
      expiryOf(each.validity, nowSeconds) >= expiryOf(validity, nowSeconds),
  );
  if (!earlier) return uncertain;
  const shortLink = connection.shortLinkOf(earlier.ending ?? ending);
  const reading = connection.readLink(shortLink);
  const found = await withTimeout(reading, { milliseconds: readTimeoutMs, onTimeout: () => null });
  if (!found?.ok || !isLinkOf(found.link, earlier, nowSeconds)) return uncertain;
  const { expiresAt } = found.link;
  // First: a move that continues after a stop would create a second link, as the earlier attempt is no longer unanswered.
  if (movedFrom) await settleWithRetry(journal, movedFrom, { movedTo: { id: earlier.id, shortLink } });
  const created = { state: 'created', shortLink, expiresAt, failure: undefined } as const;
  await settleWithRetry(journal, earlier.id, created);
  await journal.remove(id).catch(logAndReturn(undefined));
  return { ...earlier, ...created, isReused: true };
};
