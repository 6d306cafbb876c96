import type { Failure } from '../failures/contract.ts';
import { noticeableDifference } from '../api/contract.ts';
import { failuresIn, type Facts, isAnswered, operations, type Probe, savedIn } from './facts.ts';
import {
  ground,
  isAllHeard,
  isHere,
  permissionRow,
  reachedGround,
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

/** Milliseconds from which on one feels the wait. */
const slow = 1_000;

const certificateRow = (facts: Facts): Verdict => {
  if (isHere(facts)) return good('certificate-not-needed');
  const weak = reachedGround(facts);
  if (!weak) return good('certificate-accepted');
  return weak.finding === 'needs-reach' ? unchecked('certificate-unknown') : weak;
};

type Operation = (typeof operations)[number];

/** Answers that another path, or another service, would not have given. */
const strange: readonly Failure['reason'][] = [
  'not-json',
  'unexpected-answer',
  'too-large',
  'bad-request',
  'not-found',
  'method-not-allowed',
];

const tokenFailed = (facts: Facts, failure: Failure): Verdict => {
  const hasOwnPath = Boolean(savedIn(facts)?.advanced?.paths.token);
  return bad(hasOwnPath && strange.includes(failure.reason) ? 'token-path' : 'failure', { failure });
};

const operationRow = (facts: Facts, operation: Operation): Verdict => {
  const heard = facts.heard[operation];
  if (heard === undefined) return ground(facts) ?? waiting;
  const isToken = operation === 'token';
  const amiss = isToken ? bad : notice;
  if (heard === 'silent') return amiss('silent');
  const { milliseconds } = heard;
  if (heard.ok) {
    const { style } = heard;
    return good(isToken ? 'signed-in' : 'answered', { milliseconds, ...(style && { style }) });
  }
  const { failure } = heard;
  if (!isAnswered(heard)) return reachedGround(facts) ?? amiss('late', { failure, milliseconds });
  if (isToken) return { ...tokenFailed(facts, failure), milliseconds };
  return notice(strange.includes(failure.reason) ? 'no-such-answer' : 'failure', { failure, milliseconds });
};

const addRow = (facts: Facts): Verdict => {
  const { link } = facts;
  if (link.state === 'none') return reachedGround(facts) ?? unchecked('not-tried');
  if (link.state === 'creating') return { state: 'waiting', finding: 'adding' };
  return link.state === 'failed' ? bad('failure', { failure: link.failure }) : good('added');
};

const followRow = (facts: Facts): Verdict => {
  const { link } = facts;
  if (!('shortLink' in link)) return reachedGround(facts) ?? unchecked('follow-not-tried');
  const { state, ...opened } = link;
  if (state === 'opening') return { state: 'waiting', finding: 'following' };
  if (state === 'arrived') return good('arrived', opened);
  return state === 'nowhere' ? bad('nowhere', opened) : notice('asking', opened);
};

const clockRow = (facts: Facts): Verdict => {
  const weak = reachedGround(facts);
  if (weak) return weak;
  const probes = Object.values(facts.heard).filter((each): each is Probe => each !== 'silent');
  const difference = probes.map((each) => each.difference).findLast((each) => each !== null);
  if (difference === undefined) return isAllHeard(facts) ? notice('clock-unknown') : waiting;
  const value = Math.abs(difference);
  if (value < noticeableDifference) return good('clock-same', { value });
  return notice(difference > 0 ? 'clock-ahead' : 'clock-behind', { value });
};

const median = (times: readonly number[]): number | undefined =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];

const timesRow = (facts: Facts): Verdict => {
  const weak = reachedGround(facts);
  if (weak) return weak;
  const value = median(facts.times ?? []);
  if (value !== undefined) return value < slow ? good('quick', { value }) : notice('slow', { value });
  return facts.times ? unchecked('needs-time') : waiting;
};

const limits: readonly Failure['reason'][] = ['too-many-requests', 'no-package-available'];

const limitsRow = (facts: Facts): Verdict => {
  const weak = reachedGround(facts);
  if (weak) return weak;
  const failure = failuresIn(facts).find(({ reason }) => limits.includes(reason));
  if (failure) return notice('failure', { failure });
  return isAllHeard(facts) ? good('no-limits') : waiting;
};

const judges: Record<Exclude<Check, Operation>, (facts: Facts) => Verdict> = {
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

const isOperation = (check: Check): check is Operation => operations.some((each) => each === check);

/** What the facts mean, a row a check. */
export const judge = (facts: Facts): Row[] =>
  checks.map((check) => ({
    check,
    ...(isOperation(check) ? operationRow(facts, check) : judges[check](facts)),
  }));
