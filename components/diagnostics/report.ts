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

/**
 * What was found about each connection as plain text, to send to others. Of a connection it holds only the service's address, and
 * the name of one of several: no SecretID, no key, no token, no link. `at`: milliseconds since 1970. Texts of unexpected errors are
 * in English, without addresses and values.
 */
export const reportOf = (checked: readonly Facts[], at: number, errors: readonly LoggedError[]): string => {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'long' }).format(at);
  const lines = [
    text('diagnosticsReportVersion', version(), text('diagnosticsTitle')),
    `${text('diagnosticsReportDate')}: ${date}`,
    `${text('diagnosticsReportBrowser')}: ${navigator.userAgent}`,
  ];
  for (const facts of checked) {
    const { connection } = facts;
    const name = checked.length > 1 ? `${nameOf(connection)} · ` : '';
    lines.push(`${text('detailService')}: ${name}${connection.address}`, '', ...rowsOf(facts).map(line), '');
  }
  lines.push(`${text('diagnosticsReportErrors')}: ${errors.length}`);
  for (const error of errors) lines.push(`${new Date(error.at).toISOString()} ${error.text}`);
  return [...lines, ''].join('\n');
};
