import { type ProbedOperation, probedOperation } from '../api/contract.ts';
import { withTimeout } from '../async/timeout.ts';
import type { NotedError } from '../errors/noted-errors.ts';
import { rowOf } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import type { ConnectionView } from '../connection/connect.ts';
import type { Service } from '../connection/service.ts';
import type { LinkTest } from './link-test.ts';

/** The part of the saved connection that the diagnostics need. */
export type SavedConnection = Pick<ConnectionView, 'address'> & Partial<ConnectionView>;

/** The result of one call. */
export type Probe = NonNullable<Awaited<ReturnType<Service['probe']>>>;

/** The background gave no answer at all. */
type Silent = 'silent';

/** The facts that are known so far; a missing one is still being determined. */
export interface Facts {
  saved?: { kind: 'connected'; connection: SavedConnection } | { kind: 'nothing' | 'unreadable' | Silent };
  /** Whether the browser lets us call the service. */
  hasHostPermission?: boolean;
  answers: Partial<Record<ProbedOperation, Probe | Silent>>;
  /** Whether the browser says that there is no network. */
  isOffline: boolean;
  /** The errors of the background that it did not expect. */
  errors?: readonly NotedError[];
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
  /** The connection that is saved; null if there is none. */
  readConnection(): Promise<SavedConnection | null | Silent>;
  hasHostPermission(origin: string): Promise<boolean>;
  /** Calls an operation once; null if the saved connection cannot be read. */
  probe(operation: ProbedOperation): Promise<Probe | null | Silent>;
  isOffline(): boolean;
  /** The errors of the background that it did not expect. */
  readErrors(): Promise<readonly NotedError[] | Silent>;
}

/** Milliseconds after which the next call begins, whether or not the one before has ended. */
const step = 1_000;

const readSaved = async (deps: DiagnosticsDeps): Promise<NonNullable<Facts['saved']>> => {
  const connection = await deps.readConnection();
  if (connection === null) return { kind: 'nothing' };
  if (connection !== 'silent') return { kind: 'connected', connection };
  // If the background answers a call to the service, but not the question for the connection, the stored connection is unreadable.
  return { kind: (await deps.probe('time')) === null ? 'unreadable' : 'silent' };
};

/** Calls every operation once, one after another unless a call takes longer than a step. */
const callAll = async (
  deps: DiagnosticsDeps,
  report: (operation: ProbedOperation, answer: Probe | Silent) => void,
): Promise<void> => {
  const calls = [];
  for (const operation of probeOrder) {
    const call = deps.probe(operation).then((answer) => report(operation, answer ?? 'silent'));
    calls.push(call);
    await withTimeout(call, { milliseconds: step, late: () => undefined });
  }
  await Promise.all(calls);
};

const checkConnection = async (
  deps: DiagnosticsDeps,
  { facts, add }: { facts(): Facts; add(more: Partial<Facts>): void },
): Promise<void> => {
  const saved = await readSaved(deps);
  add({ saved });
  if (saved.kind !== 'connected') return;

  const hasHostPermission = await deps.hasHostPermission(new URL(saved.connection.address).origin);
  add({ hasHostPermission });
  if (!hasHostPermission) return;

  await callAll(deps, (operation, answer) => add({ answers: { ...facts().answers, [operation]: answer } }));
};

/**
 * Checks the connection step by step and reports all facts whenever one is added, until the signal aborts it: then nothing more
 * is called. It creates nothing at the service but a token.
 */
export const diagnose = async (
  deps: DiagnosticsDeps,
  report: (facts: Facts) => void,
  signal?: AbortSignal,
): Promise<void> => {
  let facts: Facts = { ...noFacts, isOffline: deps.isOffline() };
  const add = (more: Partial<Facts>): void => {
    facts = { ...facts, ...more };
    if (!signal?.aborted) report(facts);
  };
  const probe: DiagnosticsDeps['probe'] = async (operation) =>
    signal?.aborted ? 'silent' : deps.probe(operation);

  await checkConnection({ ...deps, probe }, { facts: () => facts, add });
  // Last, with those that the check itself has caused.
  const errors = await deps.readErrors();
  if (errors !== 'silent') add({ errors });
};
