import { type ProbedOperation, probedOperation } from '../api/contract.ts';
import { withTimeout } from '../async/timeout.ts';
import type { LoggedError } from '../errors/error-log.ts';
import { rowOf } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import type { ConnectionView } from '../connection/connect.ts';
import type { Service } from '../connection/service.ts';
import type { LinkTest } from './link-test.ts';

/** The part of a saved connection that the diagnostics need. */
export type SavedConnection = Pick<ConnectionView, 'address'> & Partial<ConnectionView>;

/** The result of one call. */
export type Probe = NonNullable<Awaited<ReturnType<Service['probe']>>>;

/** The background gave no answer at all. */
type Silent = 'silent';

/** The facts about a connection that are known so far; a missing one is still being determined. */
export interface Facts {
  saved?: { kind: 'connected'; connection: SavedConnection } | { kind: 'nothing' | 'unreadable' | Silent };
  /** Whether the browser lets us call the service. */
  hasHostPermission?: boolean;
  answers: Partial<Record<ProbedOperation, Probe | Silent>>;
  /** Whether the browser says that there is no network. */
  isOffline: boolean;
  /** The errors of the background that it did not expect. */
  errors?: readonly LoggedError[];
  /** The real link that is tested on request. */
  link: LinkTest;
}

/** In the order of the calls. */
export const probeOrder: readonly ProbedOperation[] = probedOperation.options;

export const noFacts: Facts = { answers: {}, isOffline: false, link: { state: 'none' } };

export const connectionIn = ({ saved }: Facts): SavedConnection | undefined =>
  saved?.kind === 'connected' ? saved.connection : undefined;

/** The failure of the first call that failed. */
export const firstFailure = ({ answers }: Facts): Failure | undefined =>
  probeOrder.map((each) => answers[each]).find((probe) => typeof probe === 'object' && !probe.ok)?.failure;

/** Whether the service itself answered, with a success or a failure. */
export const isAnswered = (answer: Probe | Silent | undefined): answer is Probe =>
  answer !== undefined &&
  answer !== 'silent' &&
  (answer.ok || rowOf(answer.failure.reason).diagnosis !== 'unanswered');

/** What the diagnostics call. Nothing rejects, and each answers within the limit for a message, `silent` if nothing else did. */
export interface DiagnosticsDeps {
  /** The connections that are saved, the default one first. */
  readConnections(): Promise<readonly SavedConnection[] | Silent>;
  hasHostPermission(origin: string): Promise<boolean>;
  /** Calls an operation of the connection with this id, or of the default one, once; null if it cannot be read. */
  probe(operation: ProbedOperation, id?: string): Promise<Probe | null | Silent>;
  isOffline(): boolean;
  /** The errors of the background that it did not expect. */
  readErrors(): Promise<readonly LoggedError[] | Silent>;
}

/** After this time, the next call begins, whether or not the one before has ended. */
const stepMs = 1_000;

type Saved = NonNullable<Facts['saved']>;

const readSaved = async (deps: DiagnosticsDeps): Promise<Saved[]> => {
  const connections = await deps.readConnections();
  // If the background answers a call to the service, but not the question for the connections, the stored ones are unreadable.
  if (connections === 'silent')
    return [{ kind: (await deps.probe('time')) === null ? 'unreadable' : 'silent' }];
  if (connections.length === 0) return [{ kind: 'nothing' }];
  return connections.map((connection) => ({ kind: 'connected', connection }));
};

/** Calls every operation of a connection once, one after another unless a call takes longer than that. */
const callAll = async (
  { deps, id }: { deps: DiagnosticsDeps; id: string | undefined },
  report: (operation: ProbedOperation, answer: Probe | Silent) => void,
): Promise<void> => {
  const calls = [];
  for (const operation of probeOrder) {
    const call = deps.probe(operation, id).then((answer) => report(operation, answer ?? 'silent'));
    calls.push(call);
    await withTimeout(call, { milliseconds: stepMs, onTimeout: () => undefined });
  }
  await Promise.all(calls);
};

const checkConnection = async (
  deps: DiagnosticsDeps,
  saved: Saved,
  { facts, add }: { facts(): Facts | undefined; add(more: Partial<Facts>): void },
): Promise<void> => {
  if (saved.kind !== 'connected') return;
  const { id, address } = saved.connection;
  const hasHostPermission = await deps.hasHostPermission(new URL(address).origin);
  add({ hasHostPermission });
  if (!hasHostPermission) return;

  await callAll({ deps, id }, (operation, answer) =>
    add({ answers: { ...facts()?.answers, [operation]: answer } }),
  );
};

/**
 * Checks every connection step by step, all at the same time, and reports the facts about each whenever one is added, until the
 * signal aborts it: then nothing more is called. It creates nothing at a service but a token.
 */
export const diagnose = async (
  { probe: call, ...others }: DiagnosticsDeps,
  report: (facts: readonly Facts[]) => void,
  signal?: AbortSignal,
): Promise<void> => {
  const deps: DiagnosticsDeps = {
    ...others,
    probe: async (...probed) => (signal?.aborted ? 'silent' : call(...probed)),
  };
  const initial: Facts = { ...noFacts, isOffline: deps.isOffline() };
  let all: readonly Facts[] = [];
  const show = (next: readonly Facts[]): void => {
    all = next;
    if (!signal?.aborted) report(all);
  };
  const saved = await readSaved(deps);
  show(saved.map((each) => ({ ...initial, saved: each })));
  const checking = saved.map((each, index) =>
    checkConnection(deps, each, {
      facts: () => all[index],
      add: (more) => show(all.map((facts, other) => (other === index ? { ...facts, ...more } : facts))),
    }),
  );
  await Promise.all(checking);
  // Last, with those that the check itself has caused.
  const errors = await deps.readErrors();
  if (errors !== 'silent') show(all.map((facts) => ({ ...facts, errors })));
};
