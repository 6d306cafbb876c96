import { rowOf } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import { noticeableDifference, type ProbedOperation } from '../api/contract.ts';
import { failuresIn, type Facts, isAnswered, probeOrder, type Probe, connectionIn } from './facts.ts';
import {
  missingPrerequisite,
  areAllAnswersIn,
  isOnThisMachine,
  permissionRow,
  missingReach,
  reachRow,
  savedRow,
} from './prerequisites.ts';
import {
  bad,
  type Check,
  checks,
  good,
  notice,
  type Row,
  unchecked,
  type Verdict,
  waiting,
} from './verdict.ts';

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
