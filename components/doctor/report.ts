import { language, text } from '../../lib/i18n/texts.ts';
import type { Row } from '../../lib/diagnostics/verdict.ts';
import { type Around, detailsOf, findingInWords, nameOf, states } from './words.ts';

interface Header {
  version: string;
  browser: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Of a short link only its origin. */
const withoutLink = (row: Row): Row =>
  row.shortLink === undefined ? row : { ...row, shortLink: new URL(row.shortLink).origin };

const line = (found: Row, around: Around): string => {
  const row = withoutLink(found);
  const details = detailsOf(row).map(([name, value]) => `${name}: ${value}`);
  const said = [text(states[row.state]), ...findingInWords(row, around)].join(' · ');
  return [`${nameOf(row.check)}: ${said}`, ...details.map((each) => `    ${each}`)].join('\n');
};

/**
 * What was found, as plain text to hand on. It holds what the rows hold and nothing else of the connection but the
 * service's address: no SecretID, no key, no token, no link.
 */
export const reportOf = (rows: readonly Row[], around: Around & { header: Header }): string => {
  const { version, browser, at } = around.header;
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'long' }).format(at);
  return [
    text('diagnosticsReportVersion', version, text('diagnosticsTitle')),
    `${text('diagnosticsReportDate')}: ${date}`,
    `${text('diagnosticsReportBrowser')}: ${browser}`,
    `${text('detailService')}: ${around.at?.address ?? '–'}`,
    '',
    ...rows.map((row) => line(row, around)),
    '',
  ].join('\n');
};
