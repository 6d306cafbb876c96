import * as z from 'zod/mini';
import type { CountedCall } from '../contract.ts';
import type { Pool } from './pools.ts';
import { statements } from './statements.ts';

const takenRow = z.object({ accepted: z.boolean() });
const stateRow = z.object({ at: z.number(), isMinuteFull: z.boolean() });

/** Milliseconds. A call that was counted twice counts as two: the limit still holds. */
const sending = { timeout: 1500, mayRepeat: true };

/** Callers of which something is remembered. */
const maxCallers = 10_000;

/**
 * Counts calls in the database, by its clock. A caller that has been refused is refused without the database until it has a
 * chance, so that a flood does not reach it.
 */
export function createCallCounter(pool: Pool) {
  /** In the time of `performance.now()`. */
  const refusedUntil = new Map<string, number>();

  const refuse = (caller: string, wait: number) => {
    const [oldest] = refusedUntil.keys();
    if (refusedUntil.size >= maxCallers && oldest !== undefined) refusedUntil.delete(oldest);
    refusedUntil.set(caller, performance.now() + wait);
    return wait;
  };

  return async ({ secretId, operation, limits }: CountedCall): Promise<number> => {
    const caller = `${secretId} ${operation}`;
    const left = (refusedUntil.get(caller) ?? 0) - performance.now();
    if (left > 0) return Math.ceil(left);
    refusedUntil.delete(caller);

    const { rows } = await pool.query(
      statements.takeCall,
      [caller, limits.perSecond, limits.perMinute],
      sending,
    );
    if (takenRow.parse(rows[0]).accepted) return 0;

    const state = await pool.query(statements.limitState, [caller, limits.perMinute], sending);
    // The counts of an application that has just been removed are gone.
    const found = z.optional(stateRow).parse(state.rows[0]);
    if (!found) return 1000;
    const window = found.isMinuteFull ? 60 : 1;
    return refuse(caller, Math.ceil((window - (found.at % window)) * 1000));
  };
}
