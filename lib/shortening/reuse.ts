import type { Validity } from '../validity/schema.ts';
import type { Attempt, Journal } from '../history/contract.ts';
import type { Connection } from '../connection/connection.ts';
import { endOf } from '../validity/validity.ts';
import type { Outcome, ShortenRequest } from './request.ts';

/** An hour in a day: what was asked for yesterday for a month is as good as what is asked for today. */
const allowance = 1 / 24;

/** Whether a link that ends then (Unix seconds) lives as long as is wished, from `now` on by the service's clock. */
export const lastsAsLong = (end: number, wished: Validity, now: number): boolean => {
  const spare = wished.kind === 'duration' ? wished.seconds * allowance : 0;
  return end > now && end >= endOf(wished, now) - spare;
};

interface Made extends Attempt {
  shortLink: string;
  end: number;
}

const isMade = (attempt: Attempt): attempt is Made =>
  attempt.state === 'made' && attempt.shortLink !== undefined && attempt.end !== undefined;

interface World {
  asked: readonly Pick<Journal, 'attemptsFor'>[];
  connected: Pick<Connection, 'id' | 'seconds' | 'shortOrigin'>;
}

/** The link of the same account that does what is wished already, the one that lives longest; null where there is none. */
export const earlierOf = async (
  { link, validity }: Pick<ShortenRequest, 'link' | 'validity'>,
  { asked, connected }: World,
): Promise<(Outcome & { ok: true }) | null> => {
  // Where the history cannot be read, the link is made: an attempt to write it says what is wrong.
  const found = await Promise.all(asked.map((journal) => journal.attemptsFor(link).catch(() => [])));
  const made = found.flat().filter(isMade);
  if (made.length === 0) return null;
  const now = await connected.seconds();
  const [best] = made
    .filter(({ account, end }) => account === connected.id && lastsAsLong(end, validity, now))
    // One that came with a file may be anybody's.
    .filter(({ shortLink, isWhole }) => isWhole || URL.parse(shortLink)?.origin === connected.shortOrigin)
    .sort((a, b) => b.end - a.end);
  return best
    ? { ok: true, id: best.id, shortLink: best.shortLink, end: best.end, madeAt: best.createdAt }
    : null;
};
