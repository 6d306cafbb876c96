import { noExpiry } from '../validity/contract.ts';
import type { Attempt } from './contract.ts';

/** The version of the exported file; a newer one is left alone on import. */
export const exportVersion = 1;

/** The history as JSON text, an entry a line. An attempt holds no secret. */
export const toJson = (attempts: readonly Attempt[]): string => {
  const lines = attempts.map((attempt) => JSON.stringify(attempt));
  return `{"waylark":"history","version":${exportVersion},"links":[\n${lines.join(',\n')}\n]}\n`;
};

/**
 * What a spreadsheet would take for a formula is defused by an apostrophe: at the begin of a cell, and after a semicolon,
 * where many countries' spreadsheets begin the next cell.
 */
const defused = (cell: string): string => cell.replace(/(^|;)(?=\s*[=+\-@＝＋－＠])/g, "$1'");

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

const time = (ms: number): string => {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
};

const endOf = (end: number | undefined): string => {
  if (end === undefined) return '';
  return end >= noExpiry ? 'never' : time(end * 1000);
};

const cellsOf = ({ title, link, shortLink = '', createdAt, end, state }: Attempt): string[] => [
  ...[defused(title), link, shortLink, time(createdAt), endOf(end), state],
];

const columns = ['title', 'link', 'shortLink', 'createdAt', 'end', 'state'];

/** The history as CSV (RFC 4180) with a byte-order mark, without which spreadsheets take UTF-8 for something else. */
export const toCsv = (attempts: readonly Attempt[]): string => {
  const rows = [columns, ...attempts.map(cellsOf)];
  return `\ufeff${rows.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`;
};
