import { noExpiry } from '../../lib/validity/contract.ts';
import { printable } from '../config/errors.ts';

type Row = Readonly<Record<string, string | number | boolean>>;

/** Names of values in Unix seconds. */
const times = ['startsAt', 'expiresAt', 'since'];

/** The result of a command: a table, a record, or a sentence. */
export type Output =
  | { kind: 'rows'; rows: readonly Row[]; empty: string; notes?: readonly string[] }
  | { kind: 'record'; row: Row; note?: string }
  | { kind: 'done'; row: Row; sentence: string };

/** The output as text: a table or a sentence for people, one line of JSON for programs. */
export function show(output: Output, json: boolean): string {
  if (json) return printableJson(output.kind === 'rows' ? output.rows : output.row);

  switch (output.kind) {
    case 'done':
      return output.sentence;
    case 'record':
      return [...record(output.row), ...(output.note === undefined ? [] : ['', output.note])].join('\n');
    case 'rows': {
      const lines = output.rows.length === 0 ? [output.empty] : table(output.rows);
      const notes = (output.notes ?? []).map(printable);
      return [...lines, ...(notes.length === 0 ? [] : ['', ...notes])].join('\n');
    }
  }
}

/** A number and what it counts, such as "1 link". */
export const counted = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** The beginning of a sentence about links. */
export const linksAre = (n: number) => `${counted(n, 'link')} ${n === 1 ? 'is' : 'are'}`;

function record(row: Row): string[] {
  const width = Math.max(...Object.keys(row).map((name) => name.length));
  return Object.keys(row).map((name) => `${name.padEnd(width)}  ${cellOf(row, name)}`);
}

function cellOf(row: Row, name: string): string {
  const value = row[name] ?? '';
  return times.includes(name) ? dateOf(Number(value)) : printable(String(value));
}

function table(rows: readonly Row[]): string[] {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => cellOf(row, name)))];
  // Not Math.max with a list: it takes about 100,000 arguments at most.
  const widthOf = (column: number) =>
    lines.reduce((widest, line) => Math.max(widest, line[column]?.length ?? 0), 0);
  const widths = names.map((_, column) => widthOf(column));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** JSON with the same values, in which an escape stands for each character that `printable` replaces. */
function printableJson(value: Row | readonly Row[]): string {
  return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** A time in Unix seconds, as people read it; 0 stands for any time that has passed. */
export function dateOf(seconds: number): string {
  if (seconds === 0) return 'at once';
  if (seconds === noExpiry) return 'never';
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
