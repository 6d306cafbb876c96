import { noExpiry } from '../validity/contract.ts';
import { type Attempt, isImported } from './contract.ts';

/** The version of the exported file; an import refuses newer versions. */
export const exportVersion = 1;

/** An attempt contains no secret. Its account is left out: no import reads it. */
const lineOf = ({ account, ...attempt }: Attempt): string =>
  JSON.stringify({ ...attempt, ...(isImported({ account }) && { imported: true }) });

/** The history as JSON text, one entry per line. */
export const toJson = (attempts: readonly Attempt[]): string => {
  const lines = attempts.map(lineOf);
  return `{"waylark":"history","version":${exportVersion},"links":[\n${lines.join(',\n')}\n]}\n`;
};

/**
 * Puts an apostrophe before what a spreadsheet would run as a formula: at the beginning of a cell, and after what separates
 * cells or rows in some spreadsheets, such as the semicolon in many countries.
 */
const escapeFormula = (cell: string): string =>
  cell.replace(/((?:^|[;|\t\r\n])\s*)(?=[=+\-@＝＋－＠])/g, "$1'");

/** The same for an address, which has to lead to the same page: such a separator is URL-encoded. */
const escapeSeparators = (address: string): string =>
  address.replace(/[;|](?=\s*[=+\-@＝＋－＠])/g, (separator) => encodeURIComponent(separator));

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

const time = (ms: number): string => {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
};

const expiry = (expiresAt: number | undefined): string => {
  if (expiresAt === undefined) return '';
  return expiresAt >= noExpiry ? 'never' : time(expiresAt * 1000);
};

const cellsOf = ({
  title,
  link,
  shortLink = '',
  createdAt,
  expiresAt,
  state,
  account,
}: Attempt): string[] => [
  escapeFormula(title),
  escapeSeparators(link),
  escapeSeparators(shortLink),
  time(createdAt),
  expiry(expiresAt),
  state,
  String(isImported({ account })),
];

const columns = ['title', 'link', 'shortLink', 'createdAt', 'expiresAt', 'state', 'imported'];

/** The history as CSV (RFC 4180) with a byte-order mark, without which spreadsheets do not recognize UTF-8. */
export const toCsv = (attempts: readonly Attempt[]): string => {
  const rows = [columns, ...attempts.map(cellsOf)];
  return `\ufeff${rows.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`;
};
