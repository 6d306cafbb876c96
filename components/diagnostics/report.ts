import { version } from '../../lib/browser/pages.ts';
import type { LoggedError } from '../../lib/errors/error-log.ts';
import { language, text } from '../../lib/i18n/texts.ts';
import { nameOf } from '../../lib/settings/connection-info.ts';
import { type Detail, detailsOf } from '../ui/Problem.tsx';
import { type Facts, type Row, rowsOf } from './checks.ts';

/** How long a call took, in the format of the language: "12 ms"; nothing if there was none. */
export const timeOf = ({ milliseconds }: Row): string =>
  milliseconds === undefined
    ? ''
    : new Intl.NumberFormat(language(), { style: 'unit', unit: 'millisecond' }).format(milliseconds);

/** What was sent and answered, if it failed. */
export const failureDetails = ({ failure, path }: Row): Detail[] => {
  if (!failure) return [];
  const sent: Detail[] = path === undefined ? [] : [[text('diagnosticsSent'), path]];
  return [...sent, ...detailsOf(failure)];
};

const line = (row: Row): string => {
  const found = [text(`checkState_${row.state}`), row.sentence, timeOf(row)].filter((each) => each !== '');
  const details = failureDetails(row).map(([name, value]) => `    ${name}: ${value}`);
  return [`${row.label}: ${found.join(' · ')}`, ...details].join('\n');
};

/** The lines about a connection: its name if it is one of several, its service, and its checks. */
const connectionLines = (facts: Facts, isOneOfSeveral: boolean): string[] => {
  const { connection } = facts;
  const service = [isOneOfSeveral ? nameOf(connection) : [], connection.address].flat().join(' · ');
  return [`${text('detailService')}: ${service}`, '', ...rowsOf(facts).map(line), ''];
};

/** The lines about unexpected errors. Texts of errors are in English, without addresses and values. */
const errorLines = (errors: readonly LoggedError[]): string[] => [
  `${text('diagnosticsReportErrors')}: ${errors.length}`,
  ...errors.map(({ at, text: what }) => `${new Date(at).toISOString()} ${what}`),
];

/**
 * What was found about each connection as plain text, to send to others. Of a connection it holds only the service's address, and
 * the name of one of several: no SecretID, no key, no token, no link. `at`: milliseconds since 1970.
 */
export const reportOf = (
  checked: readonly Facts[],
  { at, errors }: { at: number; errors: readonly LoggedError[] },
): string => {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'long' }).format(at);
  return [
    text('diagnosticsReportVersion', version(), text('diagnosticsTitle')),
    `${text('diagnosticsReportDate')}: ${date}`,
    `${text('diagnosticsReportBrowser')}: ${navigator.userAgent}`,
    ...checked.flatMap((facts) => connectionLines(facts, checked.length > 1)),
    ...errorLines(errors),
    '',
  ].join('\n');
};
