import { pathOf } from '../../lib/api/credentials.ts';
import { formatList, language, plural, text, type TextKey } from '../../lib/i18n/texts.ts';
import { version } from '../../lib/browser/pages.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import { linkTestTarget } from '../../lib/diagnostics/link-test.ts';
import { type Check, type Finding, isOperation, type Row, type State } from '../../lib/diagnostics/rows.ts';
import type { LoggedError } from '../../lib/errors/error-log.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { timeUnitText } from '../../lib/i18n/numbers.ts';
import { hostOf, shortId, styleNames, withoutHttps } from '../connection/texts.ts';
import type { Detail } from '../ui/Problem.tsx';

export const nameOf = (check: Check): string => text(`checkName_${check}`);

export const states: Record<State, TextKey> = {
  good: 'diagnosticsGood',
  notice: 'diagnosticsNotice',
  bad: 'diagnosticsBad',
  unchecked: 'diagnosticsUnchecked',
  waiting: 'diagnosticsWaiting',
};

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A number of seconds in its largest whole unit: "2 sec". */
const durationText = (seconds: number): string => {
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? units[3];
  return timeUnitText(unit, Math.round(seconds / size), 'short');
};

/** Milliseconds in the format of the language: "12 ms". */
export const millisecondsText = (value: number): string =>
  new Intl.NumberFormat(language(), { style: 'unit', unit: 'millisecond' }).format(Math.round(value));

/** The path of the operation that a row is about. */
const pathFor = ({ check, connection }: Row): string =>
  connection && isOperation(check) ? pathOf(connection, check) : '';

/** The sentence of each finding, or what computes it from the row's values. */
const findings: Record<Finding, TextKey | ((row: Row) => string)> = {
  waiting: () => '',
  failure: ({ check, failure }) => {
    if (!failure) return '';
    // Only Add may have created a link; all other failures concern the connection. Only the popup counts a pause down, so here
    // the sentence names the pause.
    const isOfAdd = check === 'add' && failure.reason !== 'too-many-requests';
    return failureSentence(failure, isOfAdd ? 'popup' : 'settings');
  },
  silent: 'diagnosticsSilent',
  'needs-connection': 'diagnosticsNeedsConnection',
  'needs-permission': 'diagnosticsNeedsPermission',
  'needs-reach': 'diagnosticsNeedsReach',
  'needs-sign-in': 'diagnosticsNeedsSignIn',
  connected: ({ connection }) => withoutHttps(connection?.address ?? ''),
  'nothing-saved': 'diagnosticsNothingSaved',
  unreadable: 'diagnosticsUnreadable',
  allowed: 'diagnosticsAllowed',
  'not-allowed': 'diagnosticsNotAllowed',
  reached: 'diagnosticsReached',
  offline: 'diagnosticsOffline',
  unreachable: 'diagnosticsUnreachable',
  'not-running': ({ connection }) => text('diagnosticsNotRunning', connection?.address ?? ''),
  'certificate-accepted': 'diagnosticsCertificateAccepted',
  'certificate-not-needed': 'diagnosticsCertificateNotNeeded',
  'signed-in': 'diagnosticsSignedIn',
  'key-rejected': 'diagnosticsKeyRejected',
  'token-path': (row) => text('diagnosticsTokenPath', pathFor(row)),
  answered: ({ check }) =>
    text(isOperation(check) && check !== 'token' ? `checkAnswered_${check}` : 'diagnosticsReached'),
  optional: 'diagnosticsOptional',
  'not-tried': 'diagnosticsNotTried',
  creating: 'diagnosticsAdding',
  opening: 'diagnosticsFollowing',
  arrived: 'diagnosticsArrived',
  nowhere: ({ shortLink = '', isWholeAddress }) =>
    text(isWholeAddress ? 'diagnosticsNowhereWhole' : 'diagnosticsNowhere', shortLink),
  asking: ({ shortLink = '' }) => text('diagnosticsAsk', shortLink, linkTestTarget),
  'clock-same': ({ value = 0 }) => text('diagnosticsClockSame', durationText(value / 1000)),
  'clock-ahead': ({ value = 0 }) => text('diagnosticsClockAhead', durationText(value / 1000)),
  'clock-behind': ({ value = 0 }) => text('diagnosticsClockBehind', durationText(value / 1000)),
  'clock-unknown': 'diagnosticsClockUnknown',
  quick: ({ value = 0 }) => text('diagnosticsQuick', millisecondsText(value)),
  slow: ({ value = 0 }) => text('diagnosticsSlow', millisecondsText(value)),
};

/** What was found, with what to do. */
export const findingText = (row: Row): string => {
  const found = findings[row.finding];
  return typeof found === 'string' ? text(found) : found(row);
};

/** What was sent to the service, as a detail with its name: the path, and for Get token the account. */
export const sentText = (row: Row): Detail[] => {
  const { check, connection } = row;
  const path = pathFor(row);
  if (path === '') return [];
  const { secretId = '', advanced } = connection ?? {};
  const sent = [path];
  if (check === 'token' && secretId !== '') {
    sent.push(`${text('secretIdLabel')} ${shortId(secretId)}`);
    sent.push(text(styleNames[advanced?.credentials ?? 'detect']));
  }
  return [[text('diagnosticsSent'), formatList(sent)]];
};

/** What the service answered, and when, each with its name. */
export const answerDetails = ({ failure, milliseconds }: Row): Detail[] => {
  const { code, requestId } = failure ?? {};
  const time = milliseconds === undefined ? '' : millisecondsText(milliseconds);
  const details: Detail[] = [
    [text('diagnosticsAnswer'), formatList([code?.toString() ?? '', time].filter((each) => each !== ''))],
    [text('detailRequest'), requestId ?? ''],
  ];
  return details.filter(([, value]) => value !== '');
};

/** The overall result in one line. */
export const summaryOf = (rows: readonly Row[]): string => {
  const problems = rows.filter(({ state }) => state === 'bad').length;
  return problems > 0 ? plural('diagnosticsProblems', problems) : text('diagnosticsAllGood');
};

/** The good response time if there is exactly one and nothing failed, else when the check began (milliseconds since 1970). */
export const factLine = (rows: readonly Row[], at: number): string => {
  const [quick, ...others] = rows.filter(({ finding }) => finding === 'quick');
  if (quick && others.length === 0 && rows.every(({ state }) => state !== 'bad')) return findingText(quick);
  const time = new Intl.DateTimeFormat(language(), { timeStyle: 'short' }).format(at);
  return text('diagnosticsCheckedAt', time);
};

export const serviceHost = (connection: ConnectionView | undefined): string =>
  connection ? hostOf(connection.address) : '';

/** The row with only the origin of its short link. */
const withoutLink = (row: Row): Row =>
  row.shortLink === undefined ? row : { ...row, shortLink: new URL(row.shortLink).origin };

/** The lines of the report about unexpected errors. Texts of errors are in English, without addresses and values. */
const errorLines = (errors: readonly LoggedError[]): string[] => [
  `${text('diagnosticsReportErrors')}: ${errors.length}`,
  ...errors.map(({ at, text: what }) => `${new Date(at).toISOString()} ${what}`),
];

const line = (found: Row): string => {
  const row = withoutLink(found);
  const { connection } = row;
  const sent = connection && sentText({ ...row, connection: { ...connection, secretId: '' } });
  const details = [...(row.failure && sent ? sent : []), ...answerDetails(row)];
  const result = [text(states[row.state]), findingText(row)].filter((each) => each !== '').join(' · ');
  return [`${nameOf(row.check)}: ${result}`, ...details.map(([name, value]) => `    ${name}: ${value}`)].join(
    '\n',
  );
};

/** The lines of the report about a connection: its name if it is one of several, its service, and its checks. */
const connectionLines = (rows: readonly Row[], isOneOfSeveral: boolean): string[] => {
  const { name, address } = rows[0]?.connection ?? {};
  const service = [...(isOneOfSeveral && name ? [name] : []), address ?? '–'].join(' · ');
  return [`${text('detailService')}: ${service}`, '', ...rows.map(line), ''];
};

/**
 * The results of each connection as plain text, to send to others. Of a connection it holds only the service's address, and the
 * name of one of several: no SecretID, no key, no token, no link. `at`: milliseconds since 1970.
 */
export const reportOf = (
  checked: readonly (readonly Row[])[],
  { at, errors }: { at: number; errors: readonly LoggedError[] },
): string => {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'long' }).format(at);
  return [
    text('diagnosticsReportVersion', version(), text('diagnosticsTitle')),
    `${text('diagnosticsReportDate')}: ${date}`,
    `${text('diagnosticsReportBrowser')}: ${navigator.userAgent}`,
    ...checked.flatMap((rows) => connectionLines(rows, checked.length > 1)),
    ...errorLines(errors),
    '',
  ].join('\n');
};
