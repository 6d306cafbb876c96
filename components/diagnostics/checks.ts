import { noticeableDifferenceMs, type ProbedOperation, probedOperation } from '../../lib/api/contract.ts';
import { pathOf } from '../../lib/api/credentials.ts';
import { originToRequest } from '../../lib/connection/address.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import type { Service } from '../../lib/connection/service.ts';
import { rowOf } from '../../lib/failures/contract.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { timeUnitText } from '../../lib/i18n/numbers.ts';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { withoutHttps } from '../connection/texts.ts';
import { type LinkTest, linkTestTarget } from '../link-test/run-link-test.ts';
import type { ListedConnection } from '../options/options-state.ts';

/** The result of one call. */
export type Probe = NonNullable<Awaited<ReturnType<Service['probe']>>>;

/** What is known of a connection. */
export interface Facts {
  connection: ListedConnection;
  /** Whether the browser lets us call the service; missing while it is not known. */
  isAllowed?: boolean;
  /** Whether the browser says that there is no network. */
  isOffline?: boolean;
  /** Of every operation that has ended; null: the background gave no answer. */
  answers: Partial<Record<ProbedOperation, Probe | null>>;
  /** The test of a real link, if this connection has created it. */
  link?: LinkTest;
}

/** The check that runs; null once all have ended. */
export const runningCheck = ({ isAllowed, answers }: Facts): Check | null => {
  if (isAllowed === undefined) return 'permission';
  return (isAllowed && probedOperation.options.find((each) => !(each in answers))) || null;
};

export type State = 'good' | 'notice' | 'bad' | 'unchecked' | 'waiting';

/** What a check has found. */
interface Verdict {
  state: State;
  /** The value, or the problem and what to do. */
  sentence: string;
  /** The problem in fewer words. */
  short?: string;
  failure?: Failure | undefined;
  /** What corrects the problem: access, a tab in which the browser says more, another key, or another setting. */
  fix?: 'access' | 'open-address' | 'key' | 'connection';
  /** The cause is the browser or this computer, not the connection: no connection can be checked then. */
  cause?: 'interrupted' | 'offline';
}

type More = Omit<Verdict, 'state' | 'sentence'>;
const good = (sentence: string): Verdict => ({ state: 'good', sentence });
const notice = (sentence: string, more: More = {}): Verdict => ({ state: 'notice', sentence, ...more });
const bad = (sentence: string, more: More = {}): Verdict => ({ state: 'bad', sentence, ...more });

const interrupted = (): Verdict => bad(text('diagnosticsInterrupted'), { cause: 'interrupted' });

/** Whether the service itself answered, with a success or a failure. */
const isAnswered = (probe: Probe): boolean =>
  probe.ok || rowOf(probe.failure.reason).diagnosis !== 'unanswered';

const probesOf = ({ answers }: Facts): Probe[] => Object.values(answers).filter((each) => each !== null);

const reachVerdict = (facts: Facts): Verdict => {
  const probes = probesOf(facts);
  if (probes.some(isAnswered)) return good(text('diagnosticsReached'));
  const failure = probes.find((each) => !each.ok)?.failure;
  if (!failure) return interrupted();
  const { address } = facts.connection;
  // Plain http is allowed on this computer only, so the scheme shows that the service runs here.
  const isHere = address.startsWith('http:');
  const isRefused = failure.reason === 'unreachable';
  if (isRefused && isHere) return bad(text('diagnosticsNotRunning', address), { failure });
  if (facts.isOffline && !isHere) return bad(text('diagnosticsOffline'), { cause: 'offline' });
  if (isRefused)
    return bad(text('diagnosticsUnreachable'), {
      failure,
      fix: 'open-address',
      short: text('diagnosticsNoAnswer'),
    });
  return bad(failureSentence(failure, 'settings'), { failure });
};

const tokenVerdict = ({ answers: { token }, connection }: Facts): Verdict => {
  if (!token) return interrupted();
  if (token.ok) return good(text('diagnosticsSignedIn'));
  const { failure } = token;
  if (failure.reason === 'credentials-rejected')
    return bad(text('diagnosticsKeyRejected'), { failure, fix: 'key' });
  const sentence =
    connection.advanced?.paths.token && rowOf(failure.reason).diagnosis === 'unexpected'
      ? text('diagnosticsTokenPath', pathOf(connection, 'token'))
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
  const seconds = Math.ceil(Math.abs(difference) / 1000);
  if (Math.abs(difference) < noticeableDifferenceMs)
    return good(text('diagnosticsClockSame', formatNumber(seconds)));
  const duration = durationText(seconds);
  return notice(text(difference > 0 ? 'diagnosticsClockAhead' : 'diagnosticsClockBehind', duration));
};

const optionalVerdict =
  (operation: 'music' | 'grayscale') =>
  ({ answers }: Facts): Verdict => {
    const answer = answers[operation];
    if (answer?.ok) return good(text(`checkAnswered_${operation}`));
    return notice(text('diagnosticsOptional'), { failure: answer?.failure });
  };

/** The verdict about the real link that is created on request. */
export const linkVerdict = (link: LinkTest | undefined, connection?: ConnectionView): Verdict => {
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

export type Check = 'saved' | 'permission' | 'reach' | ProbedOperation | 'add';

/** Each check, after the one that it needs. */
export const checks: readonly {
  check: Check;
  needs?: 'permission' | 'reach' | 'token';
  find(facts: Facts): Verdict;
}[] = [
  { check: 'saved', find: ({ connection }) => good(withoutHttps(connection.address)) },
  {
    check: 'permission',
    find: ({ isAllowed }) =>
      isAllowed ? good(text('diagnosticsAllowed')) : bad(text('diagnosticsNotAllowed'), { fix: 'access' }),
  },
  { check: 'reach', needs: 'permission', find: reachVerdict },
  { check: 'token', needs: 'reach', find: tokenVerdict },
  { check: 'time', needs: 'reach', find: clockVerdict },
  { check: 'music', needs: 'reach', find: optionalVerdict('music') },
  { check: 'grayscale', needs: 'reach', find: optionalVerdict('grayscale') },
  { check: 'add', needs: 'token', find: ({ link, connection }) => linkVerdict(link, connection) },
];

/** A check with its label, and the value or the problem. */
export interface Row extends Verdict {
  check: Check;
  label: string;
  /** Whether it needs a check that has not passed. */
  isBlocked: boolean;
  milliseconds?: number | undefined;
  /** The path that was called. */
  path?: string | undefined;
}

/** The row of each check of a connection that was checked. At most one has a problem: the others need what has not passed. */
export const rowsOf = (facts: Facts): Row[] => {
  const rows: Row[] = [];
  for (const { check, needs, find } of checks) {
    const label = text(`checkName_${check}`);
    const needed = rows.find((each) => each.check === needs);
    if (needs && needed?.state !== 'good') {
      const sentence = needed?.isBlocked ? needed.sentence : text(`checkNeeds_${needs}`);
      rows.push({ check, label, isBlocked: true, state: 'unchecked', sentence });
      continue;
    }
    const { data: operation } = probedOperation.safeParse(check);
    const path = operation && pathOf(facts.connection, operation);
    const milliseconds = operation && facts.answers[operation]?.milliseconds;
    rows.push({ check, label, isBlocked: false, ...find(facts), path, milliseconds });
  }
  return rows;
};

/** What is wrong, once all checks have ended. */
export const problemIn = (facts: Facts): Row | undefined =>
  runningCheck(facts) ? undefined : rowsOf(facts).find(({ state }) => state === 'bad');
