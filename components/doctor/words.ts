import type { ProbedOperation } from '../../lib/api/contract.ts';
import { pathOf } from '../../lib/api/credentials.ts';
import { formatNumber, language, text, type TextKey } from '../../lib/i18n/texts.ts';
import { operations, type SavedConnection } from '../../lib/diagnostics/facts.ts';
import type { Check, Finding, Row, State } from '../../lib/diagnostics/verdict.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { styleNames, timeInWords } from '../connection/words.ts';
import { addFailedInWords, nowhereInWords } from '../link-test/words.ts';

export const nameOf = (check: Check): string => text(`checkName_${check}`);

export const states: Record<State, TextKey> = {
  good: 'diagnosticsGood',
  notice: 'diagnosticsNotice',
  bad: 'diagnosticsBad',
  unchecked: 'diagnosticsUnchecked',
  waiting: 'diagnosticsWaiting',
};

/** Findings that are the same text wherever they stand. */
const plain = {
  silent: 'diagnosticsSilent',
  late: 'diagnosticsLate',
  'needs-connection': 'diagnosticsNeedsConnection',
  'needs-permission': 'diagnosticsNeedsPermission',
  'needs-reach': 'diagnosticsNeedsReach',
  'needs-time': 'diagnosticsNeedsTime',
  'nothing-saved': 'diagnosticsNothingSaved',
  unreadable: 'diagnosticsUnreadable',
  allowed: 'diagnosticsAllowed',
  reached: 'diagnosticsReached',
  offline: 'diagnosticsOffline',
  'certificate-accepted': 'diagnosticsCertificateAccepted',
  'certificate-not-needed': 'diagnosticsCertificateNotNeeded',
  'certificate-unknown': 'diagnosticsCertificateUnknown',
  added: 'diagnosticsAdded',
  adding: 'diagnosticsAdding',
  'follow-not-tried': 'diagnosticsFollowNotTried',
  following: 'diagnosticsFollowing',
  arrived: 'diagnosticsArrived',
  'clock-same': 'diagnosticsClockSame',
  'clock-unknown': 'diagnosticsClockUnknown',
  'no-limits': 'diagnosticsNoLimits',
} as const satisfies Partial<Record<Finding, TextKey>>;

type Plain = keyof typeof plain;

const isPlain = (finding: Finding): finding is Plain => finding in plain;

/** What no longer works while an operation fails; undefined for checks that are no operation. */
const effectOf = (check: Check): string | undefined =>
  isOperation(check) ? text(`checkWithout_${check}`) : undefined;

const answeredText = (check: Check): string =>
  isOperation(check) && check !== 'token' ? text(`checkAnswered_${check}`) : text('diagnosticsReached');

/** Milliseconds as people read them: "12 ms". */
const millisecondsInWords = (value: number): string =>
  new Intl.NumberFormat(language(), { style: 'unit', unit: 'millisecond' }).format(Math.round(value));

/** Whether a link may have been made counts for Add alone; the rest is about the connection. */
const failed = (failure: Failure): string =>
  failureSentence(failure, text, failure.made === 'unknown' ? 'popup' : 'settings');

/** The path of the operation that a row is about. */
const pathFor = (check: Check, at: SavedConnection | undefined): string =>
  at && isOperation(check) ? pathOf(at, check) : '';

const isOperation = (check: Check): check is ProbedOperation => operations.some((each) => each === check);

/** What every sentence needs beside its row. */
export interface Around {
  at: SavedConnection | undefined;
  target: string;
}

type Valued = (row: Row, around: Around) => string;

const time: Valued = ({ value = 0 }) => millisecondsInWords(value);
const difference: Valued = ({ value = 0 }) => timeInWords(value / 1000);

/** Findings with something of their own in them. */
const valued: Record<Exclude<Finding, Plain>, Valued> = {
  waiting: () => '',
  failure: ({ check, failure }) => {
    if (!failure) return '';
    return check === 'add' ? addFailedInWords(failure) : failed(failure);
  },
  'signed-in': ({ style = 'headers' }) => text('diagnosticsSignedIn', text(styleNames[style])),
  connected: (_, { at }) => text('diagnosticsConnected', at?.address ?? ''),
  'not-running': (_, { at }) => text('diagnosticsNotRunning', at?.address ?? ''),
  answered: ({ check }) => answeredText(check),
  'token-path': ({ check }, { at }) => text('diagnosticsTokenPath', pathFor(check, at)),
  'no-such-answer': ({ check }, { at }) =>
    text(check === 'music' ? 'diagnosticsNoMusic' : 'diagnosticsNoSuchAnswer', pathFor(check, at)),
  'not-tried': (_, { target }) => text('diagnosticsNotTried', target),
  nowhere: ({ shortLink = '', isWhole = false }) => nowhereInWords({ shortLink, isWhole }),
  asking: ({ shortLink = '' }, { target }) => text('diagnosticsAsk', shortLink, target),
  'clock-ahead': (row, around) => text('diagnosticsClockAhead', difference(row, around)),
  'clock-behind': (row, around) => text('diagnosticsClockBehind', difference(row, around)),
  quick: (row, around) => text('diagnosticsQuick', time(row, around)),
  slow: (row, around) => text('diagnosticsSlow', time(row, around)),
};

/** What was found and what to do, and after a failure what goes on without it: a sentence each. */
export const findingInWords = (row: Row, around: Around): string[] => {
  const { finding } = row;
  const said = isPlain(finding) ? text(plain[finding]) : valued[finding](row, around);
  const effect = row.state === 'bad' || row.state === 'notice' ? effectOf(row.check) : undefined;
  return [said, ...(effect ? [effect] : [])].filter((each) => each !== '');
};

/** The service's own words and the time it took, by their names. */
export const detailsOf = ({ failure, milliseconds }: Row): [string, string][] => {
  const rows: [TextKey, string | undefined][] = [
    ['detailCode', failure?.code?.toString()],
    ['detailLabel', failure?.label],
    ['detailRequest', failure?.requestId],
    ['diagnosticsTime', milliseconds === undefined ? undefined : millisecondsInWords(milliseconds)],
  ];
  return rows.flatMap(([name, value]) => (value ? [[text(name), value]] : []));
};

/** Findings of the test of a real link, which the person asked for last. */
const ofLinkTest: readonly Finding[] = ['adding', 'following', 'arrived', 'nowhere', 'asking'];

/** The overall result in one line; after a real link was tested, the result of that. */
export const summaryOf = (rows: readonly Row[], around: Around): string => {
  const count = (wanted: State): number => rows.filter(({ state }) => state === wanted).length;
  const tested = rows.findLast(({ check, finding }) => {
    if (check === 'add') return finding === 'adding' || finding === 'failure';
    return check === 'follow' && ofLinkTest.includes(finding);
  });
  if (tested) return findingInWords(tested, around).join(' ');
  if (count('waiting') > 0) return text('diagnosticsChecking');
  const [problems, notes] = [count('bad'), count('notice')];
  return problems + notes === 0
    ? text('diagnosticsAllGood')
    : text('diagnosticsCounts', formatNumber(problems), formatNumber(notes));
};
