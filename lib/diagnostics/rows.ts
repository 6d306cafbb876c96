import { rowOf } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import { type CredentialStyle, noticeableDifference, type ProbedOperation } from '../api/contract.ts';
import { connectionIn, type Facts, failuresIn, isAnswered, type Probe, probeOrder } from './diagnose.ts';

/** Plain http is allowed on this computer only, so the scheme shows that the service runs here. */
const isOnThisMachine = (facts: Facts): boolean => connectionIn(facts)?.address.startsWith('http:') === true;

const savedRow = ({ saved }: Facts): Verdict => {
  if (!saved) return waiting;
  if (saved.kind === 'connected') return good('connected');
  if (saved.kind === 'nothing') return bad('nothing-saved');
  return bad(saved.kind);
};

/** The verdict of every later row while a connection or the permission is missing; null once both are there. */
const missingPrerequisite = ({ saved, hasHostPermission }: Facts): Verdict | null => {
  if (!saved) return waiting;
  if (saved.kind !== 'connected') return unchecked('needs-connection');
  if (hasHostPermission === undefined) return waiting;
  return hasHostPermission ? null : unchecked('needs-permission');
};

const permissionRow = (facts: Facts): Verdict => {
  const { saved, hasHostPermission } = facts;
  if (hasHostPermission === undefined || saved?.kind !== 'connected')
    return missingPrerequisite(facts) ?? waiting;
  if (hasHostPermission) return good('allowed');
  return bad('failure', {
    failure: { reason: 'access-missing', linkCreated: 'no', service: saved.connection.address },
  });
};

const areAllAnswersIn = ({ answers }: Facts): boolean =>
  probeOrder.every((each) => answers[each] !== undefined);

const reachRow = (facts: Facts): Verdict => {
  const missing = missingPrerequisite(facts);
  if (missing) return missing;
  if (probeOrder.some((each) => isAnswered(facts.answers[each]))) return good('reached');
  if (!areAllAnswersIn(facts)) return waiting;
  const [failure] = failuresIn(facts);
  if (!failure) return bad('silent');
  const isRefused = failure.reason === 'unreachable';
  if (isRefused && isOnThisMachine(facts)) return bad('not-running');
  return facts.isOffline && !isOnThisMachine(facts) ? bad('offline') : bad('failure', { failure });
};

/** As `missingPrerequisite`, also for a service that has not been reached. */
const missingReach = (facts: Facts): Verdict | null => {
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
  'music',
  'grayscale',
  'divisions',
  'add',
  'follow',
  'clock',
  'times',
  'limits',
] as const;

export type Check = (typeof checks)[number];
export type State = 'good' | 'notice' | 'bad' | 'unchecked' | 'waiting';

/** The result of a check; each has its own sentence. `failure`: the sentence of `Verdict.failure` is shown. */
export type Finding =
  | 'waiting'
  | 'failure'
  | 'silent'
  | 'late'
  | 'needs-connection'
  | 'needs-permission'
  | 'needs-reach'
  | 'needs-time'
  | 'connected'
  | 'nothing-saved'
  | 'unreadable'
  | 'allowed'
  | 'reached'
  | 'offline'
  | 'not-running'
  | 'certificate-accepted'
  | 'certificate-not-needed'
  | 'certificate-unknown'
  | 'signed-in'
  | 'token-path'
  | 'answered'
  | 'no-such-answer'
  | 'not-tried'
  | 'adding'
  | 'added'
  | 'follow-not-tried'
  | 'following'
  | 'arrived'
  | 'nowhere'
  | 'asking'
  | 'clock-same'
  | 'clock-ahead'
  | 'clock-behind'
  | 'clock-unknown'
  | 'quick'
  | 'slow'
  | 'no-limits';

/**
 * `value` is in milliseconds: a difference or a duration. `style` is how the credentials were sent, `shortLink` the real
 * link that was opened; `isWhole` says that the service answered this very address.
 */
interface Verdict {
  state: State;
  finding: Finding;
  failure?: Failure;
  milliseconds?: number;
  value?: number;
  style?: CredentialStyle;
  shortLink?: string;
  isWhole?: boolean;
}

export interface Row extends Verdict {
  check: Check;
}

const inState =
  (state: State) =>
  (finding: Finding, more: Partial<Verdict> = {}): Verdict => ({ state, finding, ...more });

const good = inState('good');
const notice = inState('notice');
const bad = inState('bad');
const unchecked = inState('unchecked');
const waiting: Verdict = { state: 'waiting', finding: 'waiting' };

/** Milliseconds from which a call counts as slow. */
const slowFrom = 1_000;

const certificateRow = (facts: Facts): Verdict => {
  if (isOnThisMachine(facts)) return good('certificate-not-needed');
  const missing = missingReach(facts);
  if (!missing) return good('certificate-accepted');
  return missing.finding === 'needs-reach' ? unchecked('certificate-unknown') : missing;
};

/** Whether an answer points to a wrong path, or to another kind of service. */
const isUnexpected = ({ reason }: Failure): boolean => rowOf(reason).diagnosis === 'unexpected';

const tokenFailed = (facts: Facts, failure: Failure): Verdict => {
  const hasOwnPath = Boolean(connectionIn(facts)?.advanced?.paths.token);
  return bad(hasOwnPath && isUnexpected(failure) ? 'token-path' : 'failure', {
    failure,
  });
};

const operationRow = (facts: Facts, operation: ProbedOperation): Verdict => {
  const answer = facts.answers[operation];
  if (answer === undefined) return missingPrerequisite(facts) ?? waiting;
  const isToken = operation === 'token';
  const failed = isToken ? bad : notice;
  if (answer === 'silent') return failed('silent');
  const { milliseconds } = answer;
  if (answer.ok) {
    const { style } = answer;
    return good(isToken ? 'signed-in' : 'answered', { milliseconds, ...(style && { style }) });
  }
  const { failure } = answer;
  if (!isAnswered(answer)) return missingReach(facts) ?? failed('late', { failure, milliseconds });
  if (isToken) return { ...tokenFailed(facts, failure), milliseconds };
  return notice(isUnexpected(failure) ? 'no-such-answer' : 'failure', {
    failure,
    milliseconds,
  });
};

const addRow = (facts: Facts): Verdict => {
  const { link } = facts;
  if (link.state === 'none') return missingReach(facts) ?? unchecked('not-tried');
  if (link.state === 'creating') return { state: 'waiting', finding: 'adding' };
  return link.state === 'failed' ? bad('failure', { failure: link.failure }) : good('added');
};

const followRow = (facts: Facts): Verdict => {
  const { link } = facts;
  if (!('shortLink' in link)) return missingReach(facts) ?? unchecked('follow-not-tried');
  const { state, ...opened } = link;
  if (state === 'opening') return { state: 'waiting', finding: 'following' };
  if (state === 'arrived') return good('arrived', opened);
  return state === 'nowhere' ? bad('nowhere', opened) : notice('asking', opened);
};

const clockRow = (facts: Facts): Verdict => {
  const missing = missingReach(facts);
  if (missing) return missing;
  const probes = Object.values(facts.answers).filter((each): each is Probe => each !== 'silent');
  const difference = probes.map((each) => each.difference).findLast((each) => each !== null);
  if (difference === undefined) return areAllAnswersIn(facts) ? notice('clock-unknown') : waiting;
  const value = Math.abs(difference);
  if (value < noticeableDifference) return good('clock-same', { value });
  return notice(difference > 0 ? 'clock-ahead' : 'clock-behind', { value });
};

const median = (times: readonly number[]): number | undefined =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

const timesRow = (facts: Facts): Verdict => {
  const missing = missingReach(facts);
  if (missing) return missing;
  const value = median(facts.times ?? []);
  if (value !== undefined) return value < slowFrom ? good('quick', { value }) : notice('slow', { value });
  return facts.times ? unchecked('needs-time') : waiting;
};

const limitsRow = (facts: Facts): Verdict => {
  const missing = missingReach(facts);
  if (missing) return missing;
  const failure = failuresIn(facts).find(({ reason }) => rowOf(reason).diagnosis === 'limit');
  if (failure) return notice('failure', { failure });
  return areAllAnswersIn(facts) ? good('no-limits') : waiting;
};

const verdictOf: Record<Exclude<Check, ProbedOperation>, (facts: Facts) => Verdict> = {
  saved: savedRow,
  permission: permissionRow,
  reach: reachRow,
  certificate: certificateRow,
  add: addRow,
  follow: followRow,
  clock: clockRow,
  times: timesRow,
  limits: limitsRow,
};

const isOperation = (check: Check): check is ProbedOperation => probeOrder.some((each) => each === check);

/** The verdict of each check, in the order of the checks. */
export const rowsOf = (facts: Facts): Row[] =>
  checks.map((check) => ({
    check,
    ...(isOperation(check) ? operationRow(facts, check) : verdictOf[check](facts)),
  }));
