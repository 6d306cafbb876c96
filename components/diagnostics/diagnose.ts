import { type ProbedOperation, probedOperation } from '../../lib/api/contract.ts';
import { withTimeout } from '../../lib/async/timeout.ts';
import { background } from '../../lib/background.ts';
import { hasHostPermission } from '../../lib/browser/permissions.ts';
import type { Facts, Probe } from './checks.ts';

/** Milliseconds after which the next call begins, whether or not the one before has ended. */
const stepMs = 1000;

const readSaved = async (): Promise<Facts['saved'][]> => {
  const connections = await background.connections({});
  if (connections) return connections.length === 0 ? ['nothing'] : connections;
  // If the background answers a call to the service, but not the question for the connections, the stored ones are unreadable.
  const answer = await background.probe({ operation: 'time' });
  return [answer === null ? 'unreadable' : 'silent'];
};

const check = async (saved: Facts['saved']): Promise<Facts> => {
  const facts: Facts = { saved, isAllowed: false, answers: {}, isOffline: !navigator.onLine };
  if (typeof saved !== 'object' || !(await hasHostPermission(new URL(saved.address).origin))) return facts;
  const calls: Promise<[ProbedOperation, Probe | 'silent']>[] = [];
  for (const operation of probedOperation.options) {
    const call = background.probe({ operation, connection: saved.id });
    calls.push(call.then((answer) => [operation, answer ?? 'silent']));
    await withTimeout(call, { milliseconds: stepMs, onTimeout: () => undefined });
  }
  const answers = Object.fromEntries(await Promise.all(calls));
  return { ...facts, isAllowed: true, answers };
};

/**
 * Checks every connection, all at the same time: calls every operation once, and creates nothing at a service but a token. Never
 * rejects.
 */
export const diagnose = async (): Promise<Facts[]> => Promise.all((await readSaved()).map(check));
