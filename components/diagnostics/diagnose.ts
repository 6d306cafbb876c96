import { withTimeout } from '../../lib/async/timeout.ts';
import { background } from '../../lib/background.ts';
import { hasHostPermission } from '../../lib/browser/permissions.ts';
import { type Facts, noFacts, probeOrder } from '../../lib/diagnostics/facts.ts';

/** Milliseconds after which the next call begins, whether or not the one before has ended. */
const step = 1_000;

type Saved = NonNullable<Facts['saved']>;

const readSaved = async (signal: AbortSignal): Promise<Saved[]> => {
  const connections = await background.connections({});
  if (connections === undefined) {
    if (signal.aborted) return [{ kind: 'silent' }];
    // If the background answers a call to the service, but not the question for the connections, the stored ones are unreadable.
    const answer = await background.probe({ operation: 'time' });
    return [{ kind: answer === null ? 'unreadable' : 'silent' }];
  }
  if (connections.length === 0) return [{ kind: 'nothing' }];
  return connections.map((connection) => ({ kind: 'connected', connection }));
};

/**
 * Checks every connection step by step, all at the same time, and reports the facts about each whenever one is added, until the
 * signal aborts it: then nothing more is called. It creates nothing at a service but a token. Never rejects.
 */
export const diagnose = async (
  report: (facts: readonly Facts[]) => void,
  signal: AbortSignal,
): Promise<void> => {
  let all: readonly Facts[] = [];
  const show = (next: readonly Facts[]): void => {
    all = next;
    if (!signal.aborted) report(all);
  };
  const add = (index: number, more: Partial<Facts>): void =>
    show(all.map((facts, other) => (other === index ? { ...facts, ...more } : facts)));

  /** Calls every operation of a connection once, one after another unless a call takes longer than a step. */
  const check = async (saved: Saved, index: number): Promise<void> => {
    if (saved.kind !== 'connected') return;
    const { id, address } = saved.connection;
    const isAllowed = await hasHostPermission(new URL(address).origin);
    add(index, { hasHostPermission: isAllowed });
    if (!isAllowed) return;

    const calls = [];
    for (const operation of probeOrder) {
      if (signal.aborted) return;
      const call = background
        .probe({ operation, connection: id })
        .then((answer) =>
          add(index, { answers: { ...all[index]?.answers, [operation]: answer ?? 'silent' } }),
        );
      calls.push(call);
      await withTimeout(call, { milliseconds: step, onTimeout: () => undefined });
    }
    await Promise.all(calls);
  };

  const initial: Facts = { ...noFacts, isOffline: !navigator.onLine };
  const saved = await readSaved(signal);
  show(saved.map((each) => ({ ...initial, saved: each })));
  await Promise.all(saved.map(check));
  if (signal.aborted) return;

  // Last, with those that the check itself has caused.
  const errors = await background.loggedErrors({});
  if (errors) show(all.map((facts) => ({ ...facts, errors })));
};
