import { rowOf } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import { noticeableDifferenceMs, type ProbedOperation } from '../api/contract.ts';
import { connectionIn, type Facts, firstFailure, isAnswered, type Probe, probeOrder } from './facts.ts';

/** Plain http is allowed on this computer only, so the scheme shows that the service runs here. */
const isOnThisMachine = (facts: Facts): boolean => connectionIn(facts)?.address.startsWith('http:') === true;

const savedRow = ({ saved }: Facts) => {
  if (!saved) return waiting;
  if (saved.kind === 'connected') return good('connected');
  if (saved.kind === 'nothing') return bad('nothing-saved');
  return bad(saved.kind);
};

/** The verdict of every later row while a connection or the permission is missing; null once both are there. */
const missingPrerequisite = ({ saved, hasHostPermission }: Facts) => {
  if (!saved) return waiting;
  if (saved.kind !== 'connected') return unchecked('needs-connection');
  if (hasHostPermission === undefined) return waiting;
  return hasHostPermission ? null : unchecked('needs-permission');
};

const permissionRow = (facts: Facts) => {
  const { saved, hasHostPermission } = facts;
  const isKnown = hasHostPermission !== undefined && saved?.kind === 'connected';
  if (!isKnown) return missingPrerequisite(facts) ?? waiting;
  return hasHostPermission ? good('allowed') : bad('not-allowed');
};

const areAllAnswersIn = ({ answers }: Facts): boolean =>
  probeOrder.every((each) => answers[each] !== undefined);

const reachRow = (facts: Facts) => {
  const missing = missingPrerequisite(facts);
  if (missing) return missing;
  if (probeOrder.some((each) => isAnswered(facts.answers[each]))) return good('reached');
  if (!areAllAnswersIn(facts)) return waiting;
  const failure = firstFailure(facts);
  if (!failure) return bad('silent');
  const isRefused = failure.reason === 'unreachable';
  if (isRefused && isOnThisMachine(facts)) return bad('not-running');
  if (facts.isOffline && !isOnThisMachine(facts)) return bad('offline');
  return bad(isRefused ? 'unreachable' : 'failure', { failure });
};

/** As `missingPrerequisite`, also for a service that has not been reached. */
const missingReach = (facts: Facts) => {
  const missing = missingPrerequisite(facts);
  if (missing) return missing;
  const { state } = reachRow(facts);
  if (state === 'waiting') return waiting;
  return state === 'bad' ? unchecked('needs-reach') : null;
};

/** The checks, in the order of their rows. */
export const checks = [
  'saved',
  'permission',
  'reach',
  'certificate',
  'token',
  'time',
  'clock',
  'music',
  'grayscale',
  'divisions',
  'times',
  'add',
] as const;

export type Check = (typeof checks)[number];
export type State = 'good' | 'notice' | 'bad' | 'unchecked' | 'waiting';

/**
 * `value` is in milliseconds: a difference or a duration. `shortLink` is the real link that was created; `isWholeAddress` says that
 * the service answered this very address.
 */
interface Details {
  failure?: Failure;
  milliseconds?: number;
  value?: number;
  shortLink?: string;
  isWholeAddress?: boolean;
}

/** A verdict in this state; each finding has its own sentence. `failure`: the sentence of `Details.failure` is shown. */
const inState =
  (state: State) =>
  <const Finding extends string>(finding: Finding, details: Details = {}) => ({ state, finding, ...details });

const good = inState('good');
const notice = inState('notice');
const bad = inState('bad');
const unchecked = inState('unchecked');
const waitingFor = inState('waiting');
const waiting = waitingFor('waiting');

/** From this time on, a call counts as slow. */
const slowFromMs = 1_000;

const certificateRow = (facts: Facts) => {
  if (isOnThisMachine(facts)) return good('certificate-not-needed');
  return missingReach(facts) ?? good('certificate-accepted');
};

/** Whether an answer points to a wrong path, or to another kind of service. */
const isUnexpected = ({ reason }: Failure): boolean => rowOf(reason).diagnosis === 'unexpected';

const tokenFailed = (facts: Facts, failure: Failure) => {
  const hasOwnPath = Boolean(connectionIn(facts)?.advanced?.paths.token);
  if (hasOwnPath && isUnexpected(failure)) return bad('token-path', { failure });
  return bad(failure.reason === 'credentials-rejected' ? 'key-rejected' : 'failure', { failure });
};

const operationRow = (facts: Facts, operation: ProbedOperation) => {
  const answer = facts.answers[operation];
  if (answer === undefined) return missingPrerequisite(facts) ?? waiting;
  const isToken = operation === 'token';
  if (answer === 'silent') return isToken ? bad('silent') : notice('optional');
  const { milliseconds } = answer;
  if (answer.ok) return good(isToken ? 'signed-in' : 'answered', { milliseconds });
  const missing = isAnswered(answer) ? null : missingReach(facts);
  if (missing) return missing;
  const { failure } = answer;
  const verdict = isToken ? tokenFailed(facts, failure) : notice('optional', { failure });
  return { ...verdict, milliseconds };
};

/** A link can be created once signing in has succeeded. */
const missingSignIn = (facts: Facts) => {
  const missing = missingReach(facts);
  if (missing) return missing;
  const { state } = operationRow(facts, 'token');
  if (state === 'waiting') return waiting;
  return state === 'bad' ? unchecked('needs-sign-in') : null;
};

/** The verdict about the real link that is created on request. */
export const addRow = (facts: Facts) => {
  const { link } = facts;
  switch (link.state) {
    case 'none':
      return missingSignIn(facts) ?? unchecked('not-tried');
    case 'creating':
      return waitingFor('creating');
    case 'failed':
      return bad('failure', { failure: link.failure });
    default: {
      const { state, ...created } = link;
      if (state === 'opening') return waitingFor('opening', created);
      if (state === 'arrived') return good('arrived', created);
      return state === 'nowhere' ? bad('nowhere', created) : notice('asking', created);
    }
  }
};

const clockRow = (facts: Facts) => {
  const missing = missingReach(facts);
  if (missing) return missing;
  const probes = Object.values(facts.answers).filter((each): each is Probe => each !== 'silent');
  const difference = probes.map((each) => each.difference).findLast((each) => each !== null);
  if (difference === undefined) return areAllAnswersIn(facts) ? notice('clock-unknown') : waiting;
  const value = Math.abs(difference);
  if (value < noticeableDifferenceMs) return good('clock-same', { value });
  return notice(difference > 0 ? 'clock-ahead' : 'clock-behind', { value });
};

const median = (times: readonly number[]): number | undefined =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

const timesRow = (facts: Facts) => {
  const missing = missingReach(facts);
  if (missing) return missing;
  if (!areAllAnswersIn(facts)) return waiting;
  const answers = Object.values(facts.answers).filter((each) => each !== 'silent' && each.ok);
  const value = median(answers.map(({ milliseconds }) => milliseconds));
  if (value === undefined) return unchecked('needs-sign-in');
  return value < slowFromMs ? good('quick', { value }) : notice('slow', { value });
};

const verdictOf = {
  saved: savedRow,
  permission: permissionRow,
  reach: reachRow,
  certificate: certificateRow,
  add: addRow,
  clock: clockRow,
  times: timesRow,
};

export const isOperation = (check: Check): check is ProbedOperation =>
  probeOrder.some((each) => each === check);

/** How much of a check is done: the number of calls and conclusions that are known, of how many, and the row that is checked now. */
export const progressOf = (rows: readonly Row[]) => {
  // A real link is created on request only.
  const own = rows.filter(({ check }) => check !== 'add');
  const open = own.filter(({ state }) => state === 'waiting');
  return {
    number: Math.min(own.length - open.length + 1, own.length),
    of: own.length,
    next: open[0],
  };
};

/** The verdict of each check of a connection, in the order of the checks. */
export const rowsOf = (facts: Facts) =>
  checks.map((check) => ({
    check,
    connection: connectionIn(facts),
    ...(isOperation(check) ? operationRow(facts, check) : verdictOf[check](facts)),
  }));

export type Row = ReturnType<typeof rowsOf>[number];
export type Finding = Row['finding'];
