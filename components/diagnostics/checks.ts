import { noticeableDifferenceMs, type ProbedOperation, probedOperation } from '../../lib/api/contract.ts';
import { pathOf } from '../../lib/api/credentials.ts';
import { originToRequest } from '../../lib/connection/address.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import type { Service } from '../../lib/connection/service.ts';
import { rowOf } from '../../lib/failures/contract.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { timeUnitText } from '../../lib/i18n/numbers.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { withoutHttps } from '../connection/texts.ts';
import { type LinkTest, linkTestTarget } from '../link-test/run-link-test.ts';

/** The result of one call. */
export type Probe = NonNullable<Awaited<ReturnType<Service['probe']>>>;

/** The facts about a connection. `silent`: the background gave no answer at all. */
export interface Facts {
  saved: ConnectionView | 'nothing' | 'unreadable' | 'silent';
  /** Whether the browser lets us call the service. */
  isAllowed: boolean;
  /** Of every operation, if the service may be called. */
  answers: Partial<Record<ProbedOperation, Probe | 'silent'>>;
  /** Whether the browser says that there is no network. */
  isOffline: boolean;
  /** The test of a real link, if this connection has created it. */
  link?: LinkTest;
}

export const connectionIn = ({ saved }: Facts): ConnectionView | undefined =>
  typeof saved === 'object' ? saved : undefined;

export type State = 'good' | 'notice' | 'bad' | 'unchecked' | 'waiting';

/** What a check has found. */
interface Verdict {
  state: State;
  /** The value, or the problem and what to do. */
  sentence: string;
  failure?: Failure | undefined;
  /** What corrects the problem: a tab in which the browser says more, another key, or another setting of the connection. */
  fix?: 'open-address' | 'key' | 'connection';
}

type More = Pick<Verdict, 'failure' | 'fix'>;
const good = (sentence: string): Verdict => ({ state: 'good', sentence });
const notice = (sentence: string, more: More = {}): Verdict => ({ state: 'notice', sentence, ...more });
const bad = (sentence: string, more: More = {}): Verdict => ({ state: 'bad', sentence, ...more });

const savedVerdict = ({ saved }: Facts): Verdict => {
  if (typeof saved === 'object') return good(withoutHttps(saved.address));
  if (saved === 'silent') return bad(text('diagnosticsSilent'));
  const sentence = text(saved === 'nothing' ? 'diagnosticsNothingSaved' : 'diagnosticsUnreadable');
  return bad(sentence, { fix: 'connection' });
};

const permissionVerdict = ({ isAllowed }: Facts): Verdict =>
  isAllowed ? good(text('diagnosticsAllowed')) : bad(text('diagnosticsNotAllowed'), { fix: 'connection' });

/** Whether the service itself answered, with a success or a failure. */
const isAnswered = (probe: Probe): boolean =>
  probe.ok || rowOf(probe.failure.reason).diagnosis !== 'unanswered';

const probesOf = ({ answers }: Facts): Probe[] => Object.values(answers).filter((each) => each !== 'silent');

const reachVerdict = (facts: Facts): Verdict => {
  const probes = probesOf(facts);
  if (probes.some(isAnswered)) return good(text('diagnosticsReached'));
  const failure = probes.find((each) => !each.ok)?.failure;
  if (!failure) return bad(text('diagnosticsSilent'));
  const address = connectionIn(facts)?.address ?? '';
  // Plain http is allowed on this computer only, so the scheme shows that the service runs here.
  const isHere = address.startsWith('http:');
  const isRefused = failure.reason === 'unreachable';
  if (isRefused && isHere) return bad(text('diagnosticsNotRunning', address), { failure });
  if (facts.isOffline && !isHere) return bad(text('diagnosticsOffline'));
  if (isRefused) return bad(text('diagnosticsUnreachable'), { failure, fix: 'open-address' });
  return bad(failureSentence(failure, 'settings'), { failure });
};

const tokenVerdict = ({ answers: { token }, saved }: Facts): Verdict => {
  if (typeof token !== 'object') return bad(text('diagnosticsSilent'));
  if (token.ok) return good(text('diagnosticsSignedIn'));
  const { failure } = token;
  if (failure.reason === 'credentials-rejected')
    return bad(text('diagnosticsKeyRejected'), { failure, fix: 'key' });
  const hasOwnPath = typeof saved === 'object' && Boolean(saved.advanced?.paths.token);
  const sentence =
    hasOwnPath && rowOf(failure.reason).diagnosis === 'unexpected'
      ? text('diagnosticsTokenPath', pathOf(saved, 'token'))
      : failureSentence(failure, 'settings');
  return bad(sentence, { failure, fix: 'connection' });
};

const durationText = (seconds: number): string =>
  seconds < 120
    ? timeUnitText('second', seconds, 'short')
    : timeUnitText('minute', Math.round(seconds / 60), 'short');

/** The difference of the clocks, which the answer of any operation may show. */
const clockVerdict = (facts: Facts): Verdict => {
  const difference = probesOf(facts)
    .map((each) => each.difference)
    .findLast((each) => each !== null);
  if (difference === undefined) return notice(text('diagnosticsClockUnknown'));
  const duration = durationText(Math.ceil(Math.abs(difference) / 1000));
  if (Math.abs(difference) < noticeableDifferenceMs) return good(text('diagnosticsClockSame', duration));
  return notice(text(difference > 0 ? 'diagnosticsClockAhead' : 'diagnosticsClockBehind', duration));
};

const optionalVerdict =
  (operation: ProbedOperation, answered: TextKey) =>
  ({ answers }: Facts): Verdict => {
    const answer = answers[operation];
    if (typeof answer !== 'object') return notice(text('diagnosticsOptional'));
    return answer.ok ? good(text(answered)) : notice(text('diagnosticsOptional'), answer);
  };

/** The verdict about the real link that is created on request. */
export const linkVerdict = (link: LinkTest | undefined, connection: ConnectionView | undefined): Verdict => {
  switch (link?.state) {
    case undefined:
      return { state: 'unchecked', sentence: text('diagnosticsNotTried') };
    case 'running': {
      const origin = connection && originToRequest(connection);
      const sentence = origin
        ? text('diagnosticsAskAccess', new URL(origin).host)
        : text('diagnosticsAdding');
      return { state: 'waiting', sentence };
    }
    case 'failed': {
      const { failure } = link;
      // Only the popup counts a pause down, so here the sentence names the pause.
      const place = failure.reason === 'too-many-requests' ? 'settings' : 'popup';
      return bad(failureSentence(failure, place), { failure });
    }
    case 'arrived':
      return good(text('diagnosticsArrived'));
    case 'nowhere':
      return link.isWholeAddress
        ? bad(text('diagnosticsNowhereWhole'))
        : bad(text('diagnosticsNowhere'), { fix: 'connection' });
    case 'asking':
      return notice(text('diagnosticsAsk', linkTestTarget));
  }
};

type Check = 'saved' | 'permission' | 'reach' | ProbedOperation | 'add';

/** What the rows say that need a check which has not passed. */
const missing = {
  saved: 'diagnosticsNeedsConnection',
  permission: 'diagnosticsNeedsPermission',
  reach: 'diagnosticsNeedsReach',
  token: 'diagnosticsNeedsSignIn',
} as const;

interface CheckEntry {
  check: Check;
  needs?: keyof typeof missing;
  find(facts: Facts): Verdict;
}

/** Each check, after the one that it needs. */
export const checks: readonly CheckEntry[] = [
  { check: 'saved', find: savedVerdict },
  { check: 'permission', needs: 'saved', find: permissionVerdict },
  { check: 'reach', needs: 'permission', find: reachVerdict },
  { check: 'token', needs: 'reach', find: tokenVerdict },
  { check: 'time', needs: 'reach', find: clockVerdict },
  { check: 'music', needs: 'reach', find: optionalVerdict('music', 'checkAnswered_music') },
  { check: 'grayscale', needs: 'reach', find: optionalVerdict('grayscale', 'checkAnswered_grayscale') },
  { check: 'divisions', needs: 'reach', find: optionalVerdict('divisions', 'checkAnswered_divisions') },
  { check: 'add', needs: 'token', find: (facts) => linkVerdict(facts.link, connectionIn(facts)) },
];

/** A line of the table: a label, and the value or the problem. */
export interface Row extends Verdict {
  check: Check;
  label: string;
  milliseconds?: number;
  /** The path that was called. */
  path?: string;
}

/** The row of each check of a connection, in the order of the table. */
export const rowsOf = (facts: Facts): Row[] => {
  const rows: Row[] = [];
  const connection = connectionIn(facts);
  for (const { check, needs, find } of checks) {
    const label = text(`checkName_${check}`);
    const needed = needs && rows.find((each) => each.check === needs);
    if (needed && needed.state !== 'good') {
      const sentence = needed.state === 'bad' ? text(missing[needs]) : needed.sentence;
      rows.push({ check, label, state: 'unchecked', sentence });
      continue;
    }
    const { data: operation } = probedOperation.safeParse(check);
    const answer = operation && facts.answers[operation];
    rows.push({
      check,
      label,
      ...find(facts),
      ...(typeof answer === 'object' && { milliseconds: answer.milliseconds }),
      ...(operation && connection && { path: pathOf(connection, operation) }),
    });
  }
  return rows;
};
