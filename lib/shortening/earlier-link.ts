import type { ServiceLink } from '../api/links/operations.ts';
import { withTimeout } from '../async/timeout.ts';
import type { Connection } from '../connection/service.ts';
import { logAndReturn } from '../errors/error-log.ts';
import { settleWithRetry } from '../history/settling.ts';
import type { Attempt, Journal } from '../history/types.ts';
import { readLink } from '../url/link.ts';
import { expiryOf } from '../validity/validity.ts';
import type { Outcome } from './request.ts';

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
 * If the ending of a request is taken, an earlier attempt without an answer may have created a link with it. That link becomes the
 * outcome if the service confirms it, for the same address and for at least the same time.
 */
export const withEarlierLink = async (
  outcome: Outcome,
  { id, link, ending, limit, validity, movedFrom }: Attempt,
  {
    journal,
    connection,
  }: {
    journal: Journal;
    connection: Pick<Connection, 'id' | 'serviceTime' | 'shortLinkOf' | 'readLink'>;
  },
): Promise<Outcome> => {
  if (outcome.ok || outcome.failure.reason !== 'ending-taken' || ending === undefined) return outcome;
  const attempts = await journal.findByLink(link).catch(logAndReturn([]));
  const unanswered = attempts.filter(
    (attempt) => attempt.state === 'unknown' && attempt.ending?.toLowerCase() === ending.toLowerCase(),
  );
  if (unanswered.length === 0) return outcome;
  const uncertain: Outcome = { ...outcome, failure: { ...outcome.failure, hadEffect: 'maybe' } };
  const nowSeconds = await connection.serviceTime();
  const earlier = unanswered.find(
    (attempt) =>
      attempt.account === connection.id &&
      attempt.limit === limit &&
      expiryOf(attempt.validity, nowSeconds) >= expiryOf(validity, nowSeconds),
  );
  if (!earlier) return uncertain;
  const shortLink = connection.shortLinkOf(earlier.ending ?? ending);
  const reading = connection.readLink(shortLink);
  const found = await withTimeout(reading, { milliseconds: readTimeoutMs, onTimeout: () => null });
  if (!found?.ok || !isLinkOf(found.link, earlier, nowSeconds)) return uncertain;
  const { expiresAt } = found.link;
  // First: a move that continues after a stop would create a second link, as the earlier attempt is no longer unanswered.
  if (movedFrom) await settleWithRetry(journal, movedFrom, { movedTo: { id: earlier.id, shortLink } });
  await settleWithRetry(journal, earlier.id, { state: 'created', shortLink, expiresAt, failure: undefined });
  await journal.remove(id).catch(logAndReturn(undefined));
  return { ok: true, id: earlier.id, shortLink, expiresAt, createdAt: earlier.createdAt };
};
