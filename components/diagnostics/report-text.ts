import type { NotedError } from '../../lib/errors/noted-errors.ts';
import { language, text } from '../../lib/i18n/texts.ts';
import type { Row } from '../../lib/diagnostics/verdict.ts';
import { type RowContext, detailsOf, findingTexts, nameOf, states } from './texts.ts';

interface Header {
  version: string;
  browser: string;
  /** Milliseconds since 1970. */
  at: number;
  errors?: readonly NotedError[] | undefined;
}

/** The row with only the origin of its short link. */
const withoutLink = (row: Row): Row =>
  row.shortLink === undefined ? row : { ...row, shortLink: new URL(row.shortLink).origin };

/** Their texts are in English, and hold no addresses and no values. */
const errorLines = (errors: readonly NotedError[]): string[] => [
  `${text('diagnosticsReportErrors')}: ${errors.length}`,
  ...errors.map(({ at, text: what }) => `${new Date(at).toISOString()} ${what}`),
];

const line = (found: Row, context: RowContext): string => {
  const row = withoutLink(found);
  const details = detailsOf(row).map(([name, value]) => `${name}: ${value}`);
  const result = [text(states[row.state]), ...findingTexts(row, context)].join(' · ');
  return [`${nameOf(row.check)}: ${result}`, ...details.map((each) => `    ${each}`)].join('\n');
};

/**
 * The results as plain text, to send to others. Of the connection it holds only the service's address: no SecretID, no
 * key, no token, no link.
 */
export const reportOf = (rows: readonly Row[], context: RowContext & { header: Header }): string => {
  const { version, browser, at, errors = [] } = context.header;
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'long' }).format(at);
  return [
    text('diagnosticsReportVersion', version, text('diagnosticsTitle')),
    `${text('diagnosticsReportDate')}: ${date}`,
    `${text('diagnosticsReportBrowser')}: ${browser}`,
    `${text('detailService')}: ${context.connection?.address ?? '–'}`,
    '',
    ...rows.map((row) => line(row, context)),
    '',
    ...errorLines(errors),
    '',
  ].join('\n');
};
