import type { RequestStore, StoredLink } from '../contract.ts';
import { foundLinkRow } from '../rows.ts';
import type { Pool, Sending } from './pools.ts';
import { statements } from './statements.ts';

const reading: Sending = { timeout: 2000, isRepeatable: true };

/** The primary still has time to answer when a replica does not. */
const replicaReading: Sending = { timeout: 500, isRepeatable: false };

/** Milliseconds for which a replica that has failed is not asked. */
const pause = 1000;

/**
 * Looks links up, in a replica first if there is one. What a replica lacks may only not have arrived there yet, so the
 * primary is asked then, and also while the replica fails.
 */
export function createFindLink(primary: Pool, replica: Pool | undefined): RequestStore['findLink'] {
  if (!replica) return (id, now) => findIn(primary, { id, now, sending: reading });
  let pausedUntil = -Infinity;

  const findInReplica = async (id: string, now: number) => {
    if (performance.now() < pausedUntil) return undefined;
    try {
      return await findIn(replica, { id, now, sending: replicaReading });
    } catch {
      pausedUntil = performance.now() + pause;
      return undefined;
    }
  };

  return async (id, now) => (await findInReplica(id, now)) ?? findIn(primary, { id, now, sending: reading });
}

async function findIn(
  pool: Pool,
  { id, now, sending }: { id: string; now: number; sending: Sending },
): Promise<StoredLink | undefined> {
  const { rows } = await pool.query(statements.findLink, [id, Math.floor(now)], sending);
  const found = foundLinkRow.parse(rows[0]);
  return found && { id, ...found };
}
