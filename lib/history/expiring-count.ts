import { durations } from '../validity/validity.ts';
import { noExpiry } from '../validity/contract.ts';
import type { ExpiringLinks } from './journal.ts';

const { week } = durations;

/** How many links expire within a week of a time, and when that number changes by itself; both times in Unix seconds. */
export const countExpiring = async (
  journal: ExpiringLinks,
  now: number,
): Promise<{ count: number; changesAt: number | null }> => {
  const until = now + week;
  const [expiring, [next]] = await Promise.all([
    journal.expiringBetween({ after: now, before: until + 1 }),
    journal.expiringBetween({ after: until, before: noExpiry }, 1),
  ]);
  const changes = [expiring[0]?.expiresAt, next?.expiresAt && next.expiresAt - week].filter(
    (time) => time !== undefined,
  );
  return { count: expiring.length, changesAt: changes.length === 0 ? null : Math.min(...changes) };
};
