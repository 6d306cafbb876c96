import type { ProbedOperation } from '../../lib/api/contract.ts';
import { pathOf } from '../../lib/api/credentials.ts';
import { formatList, language, plural, text, type TextKey } from '../../lib/i18n/texts.ts';
import { probeOrder, type SavedConnection } from '../../lib/diagnostics/diagnose.ts';
import { linkTestTarget } from '../../lib/diagnostics/link-test.ts';
import type { Check, Finding, Row, State } from '../../lib/diagnostics/rows.ts';
import type { NotedError } from '../../lib/errors/noted-errors.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { timeUnitText } from '../../lib/i18n/numbers.ts';
import { styleNames } from '../connection/texts.ts';
import { addFailureText, nowhereText } from '../link-test/TestLink.tsx';

export const nameOf = (check: Check): string => text(`checkName_${check}`);

export const states: Record<State, TextKey> = {
  good: 'diagnosticsGood',
  notice: 'diagnosticsNotice',
  bad: 'diagnosticsBad',
  unchecked: 'diagnosticsUnchecked',
  waiting: 'diagnosticsWaiting',
};

const isOperation = (check: Check): check is ProbedOperation => probeOrder.some((each) => each === check);

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A number of seconds in its largest whole unit. */
const durationText = (seconds: number): string => {
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? units[3];
  return timeUnitText(unit, Math.round(seconds / size));
};

/** Milliseconds in the format of the language: "12 ms". */
const millisecondsText = (value: number): string =>
  new Intl.NumberFormat(language(), { style: 'unit', unit: 'millisecond' }).format(Math.round(value));

/** The connection that was checked; undefined while it is not known. */
type Checked = SavedConnection | undefined;

/** The path of the operation that a row is about. */
const pathFor = (check: Check, connection: Checked): string =>
  connection && isOperation(check) ? pathOf(connection, check) : '';

/** The sentence of each finding, or what computes it from the row's values. */
const findings: Record<Finding, TextKey | ((row: Row, connection: Checked) => string)> = {
  waiting: () => '',
  failure: ({ check, failure }) => {
    if (!failure) return '';
    if (check === 'add') return addFailureText(failure);
    // Only Add may have created a link; all other failures concern the connection.
    return failureSentence(failure, text, failure.linkCreated === 'maybe' ? 'popup' : 'settings');
  },
  silent: 'diagnosticsSilent',
  late: 'diagnosticsLate',
  'needs-connection': 'diagnosticsNeedsConnection',
  'needs-permission': 'diagnosticsNeedsPermission',
  'needs-reach': 'diagnosticsNeedsReach',
  'needs-time': 'diagnosticsNeedsTime',
  connected: (_, connection) => text('diagnosticsConnected', connection?.address ?? ''),
  'nothing-saved': 'diagnosticsNothingSaved',
  unreadable: 'diagnosticsUnreadable',
  allowed: 'diagnosticsAllowed',
  reached: 'diagnosticsReached',
  offline: 'diagnosticsOffline',
  'not-running': (_, connection) => text('diagnosticsNotRunning', connection?.address ?? ''),
  'certificate-accepted': 'diagnosticsCertificateAccepted',
  'certificate-not-needed': 'diagnosticsCertificateNotNeeded',
  'certificate-unknown': 'diagnosticsCertificateUnknown',
  'signed-in': ({ style = 'headers' }) => text('diagnosticsSignedIn', text(styleNames[style])),
  'token-path': ({ check }, connection) => text('diagnosticsTokenPath', pathFor(check, connection)),
  answered: ({ check }) =>
    text(isOperation(check) && check !== 'token' ? `checkAnswered_${check}` : 'diagnosticsReached'),
  'no-such-answer': ({ check }, connection) =>
    text(check === 'music' ? 'diagnosticsNoMusic' : 'diagnosticsNoSuchAnswer', pathFor(check, connection)),
  'not-tried': () => text('diagnosticsNotTried', linkTestTarget),
  adding: 'diagnosticsAdding',
  added: 'diagnosticsAdded',
  'follow-not-tried': 'diagnosticsFollowNotTried',
  following: 'diagnosticsFollowing',
  arrived: 'diagnosticsArrived',
  nowhere: ({ shortLink = '', isWhole = false }) => nowhereText({ shortLink, isWhole }),
  asking: ({ shortLink = '' }) => text('diagnosticsAsk', shortLink, linkTestTarget),
  'clock-same': 'diagnosticsClockSame',
  'clock-ahead': ({ value = 0 }) => text('diagnosticsClockAhead', durationText(value / 1000)),
  'clock-behind': ({ value = 0 }) => text('diagnosticsClockBehind', durationText(value / 1000)),
  'clock-unknown': 'diagnosticsClockUnknown',
  quick: ({ value = 0 }) => text('diagnosticsQuick', millisecondsText(value)),
  slow: ({ value = 0 }) => text('diagnosticsSlow', millisecondsText(value)),
  'no-limits': 'diagnosticsNoLimits',
};

/** The finding with what to do, and after a failure its effect: one sentence each. */
export const findingTexts = (row: Row, connection: Checked): string[] => {
  const { finding, state, check } = row;
  const found = findings[finding];
  const sentence = typeof found === 'string' ? text(found) : found(row, connection);
  const hasEffect = (state === 'bad' || state === 'notice') && isOperation(check);
  return [sentence, hasEffect ? text(`checkWithout_${check}`) : ''].filter((each) => each !== '');
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

/** Findings of a real link that was opened. */
export const followFindings: readonly Finding[] = ['following', 'arrived', 'nowhere', 'asking'];

/** The overall result in one line; after a real link was tested, the result of that. */
export const summaryOf = (rows: readonly Row[], connection: Checked): string => {
  const count = (wanted: State): number => rows.filter(({ state }) => state === wanted).length;
  const tested = rows.findLast(({ check, finding }) => {
    if (check === 'add') return finding === 'adding' || finding === 'failure';
    return check === 'follow' && followFindings.includes(finding);
  });
  if (tested) return findingTexts(tested, connection).join(' ');
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
export const checkedText = (at: number, connection: Checked): string => {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  const host = connection ? [new URL(connection.address).host] : [];
  return [text('diagnosticsCheckedAt', date), ...host].join('\n');
};

interface ReportContext {
  connection: Checked;
  version: string;
  browser: string;
  /** Milliseconds since 1970. */
  at: number;
  errors: readonly NotedError[];
}

/** The row with only the origin of its short link. */
const withoutLink = (row: Row): Row =>
  row.shortLink === undefined ? row : { ...row, shortLink: new URL(row.shortLink).origin };

/** Their texts are in English, and hold no addresses and no values. */
const errorLines = (errors: readonly NotedError[]): string[] => [
  `${text('diagnosticsReportErrors')}: ${errors.length}`,
  ...errors.map(({ at, text: what }) => `${new Date(at).toISOString()} ${what}`),
];

const line = (found: Row, connection: Checked): string => {
  const row = withoutLink(found);
  const details = detailsOf(row).map(([name, value]) => `${name}: ${value}`);
  const result = [text(states[row.state]), ...findingTexts(row, connection)].join(' · ');
  return [`${nameOf(row.check)}: ${result}`, ...details.map((each) => `    ${each}`)].join('\n');
};

/**
 * The results as plain text, to send to others. Of the connection it holds only the service's address: no SecretID, no
 * key, no token, no link.
 */
export const reportOf = (rows: readonly Row[], context: ReportContext): string => {
  const { connection, version, browser, at, errors } = context;
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'long' }).format(at);
  return [
    text('diagnosticsReportVersion', version, text('diagnosticsTitle')),
    `${text('diagnosticsReportDate')}: ${date}`,
    `${text('diagnosticsReportBrowser')}: ${browser}`,
    `${text('detailService')}: ${connection?.address ?? '–'}`,
    '',
    ...rows.map((row) => line(row, connection)),
    '',
    ...errorLines(errors),
    '',
  ].join('\n');
};
