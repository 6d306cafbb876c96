import { notedAs } from '../errors/noted-errors.ts';
import type { Attempt, Journal } from '../history/contract.ts';
import { readLink } from '../url/link.ts';

/** Milliseconds after which an attempt without an outcome no longer counts. */
const maxAge = 24 * 3600 * 1000;

/** An attempt that failed created no link, and says nothing about the one before it. */
const isUncertain = (attempts: readonly Attempt[], now: number): boolean => {
  const withLink = attempts.filter(({ state }) => state !== 'failed');
  const newest = withLink.reduce<Attempt | null>(
    (latest, each) => (latest && latest.createdAt > each.createdAt ? latest : each),
    null,
  );
  if (!newest || now - newest.createdAt > maxAge) return false;
  return newest.state === 'unknown' || newest.state === 'sending';
};

/** The addresses for which a short link may have been created within the last day, although no attempt says so. */
export const findUncertain = async (
  links: readonly string[],
  journal: Pick<Journal, 'findByLink'>,
  now = Date.now(),
): Promise<ReadonlySet<string>> => {
  const uncertain = new Set<string>();
  const check = async (link: string): Promise<void> => {
    const read = readLink(link);
    // Without the history, the list is as if nothing had been tried before.
    const attempts = read.ok ? await journal.findByLink(read.link).catch(notedAs([])) : [];
    if (isUncertain(attempts, now)) uncertain.add(link);
  };
  await Promise.all(links.map(check));
  return uncertain;
};
