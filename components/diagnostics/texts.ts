import type { ProbedOperation } from '../../lib/api/contract.ts';
import { pathOf } from '../../lib/api/credentials.ts';
import { formatList, language, plural, text, type TextKey } from '../../lib/i18n/texts.ts';
import { probeOrder, type SavedConnection } from '../../lib/diagnostics/facts.ts';
import type { Check, Finding, Row, State } from '../../lib/diagnostics/verdict.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { styleNames, durationText } from '../connection/texts.ts';
import { addFailureText, nowhereText } from '../link-test/texts.ts';

export const nameOf = (check: Check): string => text(`checkName_${check}`);

export const states: Record<State, TextKey> = {
  good: 'diagnosticsGood',
  notice: 'diagnosticsNotice',
  bad: 'diagnosticsBad',
  unchecked: 'diagnosticsUnchecked',
  waiting: 'diagnosticsWaiting',
};

/** Findings with a text without values. */
const plainFindings = {
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

type PlainFinding = keyof typeof plainFindings;

const isPlainFinding = (finding: Finding): finding is PlainFinding => finding in plainFindings;

/** What no longer works while an operation fails; undefined for checks that are no operation. */
const effectOf = (check: Check): string | undefined =>
  isOperation(check) ? text(`checkWithout_${check}`) : undefined;

const answeredText = (check: Check): string =>
  isOperation(check) && check !== 'token' ? text(`checkAnswered_${check}`) : text('diagnosticsReached');

/** Milliseconds in the format of the language: "12 ms". */
const millisecondsText = (value: number): string =>
  new Intl.NumberFormat(language(), { style: 'unit', unit: 'millisecond' }).format(Math.round(value));

/** Only Add may have created a link; all other failures concern the connection. */
const failureText = (failure: Failure): string =>
  failureSentence(failure, text, failure.linkCreated === 'maybe' ? 'popup' : 'settings');

/** The path of the operation that a row is about. */
const pathFor = (check: Check, connection: SavedConnection | undefined): string =>
  connection && isOperation(check) ? pathOf(connection, check) : '';

const isOperation = (check: Check): check is ProbedOperation => probeOrder.some((each) => each === check);

/** What the sentences need apart from their row. */
export interface RowContext {
  connection: SavedConnection | undefined;
  target: string;
}

type FindingText = (row: Row, context: RowContext) => string;

const time: FindingText = ({ value = 0 }) => millisecondsText(value);
const difference: FindingText = ({ value = 0 }) => durationText(value / 1000);

/** Findings with values in their text. */
const findingText: Record<Exclude<Finding, PlainFinding>, FindingText> = {
  waiting: () => '',
  failure: ({ check, failure }) => {
    if (!failure) return '';
    return check === 'add' ? addFailureText(failure) : failureText(failure);
  },
  'signed-in': ({ style = 'headers' }) => text('diagnosticsSignedIn', text(styleNames[style])),
  connected: (_, { connection }) => text('diagnosticsConnected', connection?.address ?? ''),
  'not-running': (_, { connection }) => text('diagnosticsNotRunning', connection?.address ?? ''),
  answered: ({ check }) => answeredText(check),
  'token-path': ({ check }, { connection }) => text('diagnosticsTokenPath', pathFor(check, connection)),
  'no-such-answer': ({ check }, { connection }) =>
    text(check === 'music' ? 'diagnosticsNoMusic' : 'diagnosticsNoSuchAnswer', pathFor(check, connection)),
  'not-tried': (_, { target }) => text('diagnosticsNotTried', target),
  nowhere: ({ shortLink = '', isWhole = false }) => nowhereText({ shortLink, isWhole }),
  asking: ({ shortLink = '' }, { target }) => text('diagnosticsAsk', shortLink, target),
  'clock-ahead': (row, context) => text('diagnosticsClockAhead', difference(row, context)),
  'clock-behind': (row, context) => text('diagnosticsClockBehind', difference(row, context)),
  quick: (row, context) => text('diagnosticsQuick', time(row, context)),
  slow: (row, context) => text('diagnosticsSlow', time(row, context)),
};

/** The finding with what to do, and after a failure its effect: one sentence each. */
export const findingTexts = (row: Row, context: RowContext): string[] => {
  const { finding } = row;
  const sentence = isPlainFinding(finding)
    ? text(plainFindings[finding])
    : findingText[finding](row, context);
  const effect = row.state === 'bad' || row.state === 'notice' ? effectOf(row.check) : undefined;
  return [sentence, ...(effect ? [effect] : [])].filter((each) => each !== '');
};

/** The details of the service's answer, and its duration, each with its name. */
export const detailsOf = ({ failure, milliseconds }: Row): [string, string][] => {
  const rows: [TextKey, string | undefined][] = [
    ['detailCode', failure?.code?.toString()],
    ['detailLabel', failure?.label],
    ['detailRequest', failure?.requestId],
    ['diagnosticsTime', milliseconds === undefined ? undefined : millisecondsText(milliseconds)],
  ];
  return rows.flatMap(([name, value]) => (value ? [[text(name), value]] : []));
};

/** Findings of the test of a real link. */
const linkTestFindings: readonly Finding[] = ['adding', 'following', 'arrived', 'nowhere', 'asking'];

/** The overall result in one line; after a real link was tested, the result of that. */
export const summaryOf = (rows: readonly Row[], context: RowContext): string => {
  const count = (wanted: State): number => rows.filter(({ state }) => state === wanted).length;
  const tested = rows.findLast(({ check, finding }) => {
    if (check === 'add') return finding === 'adding' || finding === 'failure';
    return check === 'follow' && linkTestFindings.includes(finding);
  });
  if (tested) return findingTexts(tested, context).join(' ');
  if (count('waiting') > 0) return text('diagnosticsChecking');
  const found = [
    ...(count('bad') > 0 ? [plural('diagnosticsProblems', count('bad'))] : []),
    ...(count('notice') > 0 ? [plural('diagnosticsNotes', count('notice'))] : []),
  ];
  return found.length === 0 ? text('diagnosticsAllGood') : formatList(found);
};

/** The state of the whole: the worst of its rows. */
export const overallState = (rows: readonly Row[]): State => {
  const worstFirst: readonly State[] = ['waiting', 'bad', 'notice'];
  return worstFirst.find((wanted) => rows.some(({ state }) => state === wanted)) ?? 'good';
};

/** When the check began (milliseconds since 1970), and in a line of its own at which service. */
export const checkedText = (at: number, { connection }: RowContext): string => {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  const host = connection ? [new URL(connection.address).host] : [];
  return [text('diagnosticsCheckedAt', date), ...host].join('\n');
};
