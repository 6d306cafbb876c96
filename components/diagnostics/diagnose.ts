import { type ProbedOperation, probedOperation } from '../../lib/api/contract.ts';
import { withTimeout } from '../../lib/async/timeout.ts';
import { background } from '../../lib/background.ts';
import { hasHostPermission } from '../../lib/browser/permissions.ts';
import type { Facts } from './checks.ts';

/** Milliseconds after which the next call begins, whether or not the one before has ended. */
const stepMs = 1000;

/**
 * Checks a connection: calls every operation once, and creates nothing at the service but a token. Adds to the facts what it
 * finds, and reports each time that it has. Never rejects.
 */
export const diagnose = async (facts: Facts, report: () => void): Promise<void> => {
  const { id, address } = facts.connection;
  facts.isOffline = !navigator.onLine;
  facts.isAllowed = await hasHostPermission(new URL(address).origin);
  report();
  if (!facts.isAllowed) return;
  const call = async (operation: ProbedOperation): Promise<void> => {
    facts.answers[operation] = (await background.probe({ operation, connection: id })) ?? null;
    report();
  };
  const calls: Promise<void>[] = [];
  for (const operation of probedOperation.options) {
    const pending = call(operation);
    calls.push(pending);
    await withTimeout(pending, { milliseconds: stepMs, onTimeout: () => undefined });
  }
  await Promise.all(calls);
};
