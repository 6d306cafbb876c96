import * as z from 'zod/mini';
import type { StoreHealth } from '../contract.ts';
import { schemaProblem } from './migrate.ts';
import type { Pool } from './pools.ts';

const healthRow = z.object({ version: z.int(), isReplica: z.boolean(), clock: z.number() });

const statement = {
  name: 'waylark_health',
  text: `SELECT version, pg_is_in_recovery() AS "isReplica",
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS clock FROM waylark_schema WHERE id = 1`,
};

export const replicaSentence =
  'The database is a read-only replica: give the address of the primary, which takes new links.';

/** Milliseconds. */
const sending = { timeout: 1500, mayRepeat: true };

/** A check on a pool of its own: busy connections do not make the store unusable. */
export function createHealthCheck(pool: Pool) {
  return async (): Promise<StoreHealth> => {
    const { rows } = await pool.query(statement, [], sending);
    const { version, isReplica, clock } = healthRow.parse(rows[0]);
    const problem = schemaProblem(version) ?? (isReplica ? replicaSentence : undefined);
    return { problem, clock };
  };
}
