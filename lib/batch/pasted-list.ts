import { sleep } from '../async/async.ts';
import { oneLine } from '../characters/text.ts';
import type { LinkRefusal } from '../failures/contract.ts';
import { isPublicName } from '../url/hosts.ts';
import { readLink } from '../url/link.ts';
import type { CleanedLink } from '../url/tracking.ts';
import { secretIn } from '../url/warnings.ts';
import { writtenAddresses } from '../url/written-addresses.ts';

/** Why an address, or a line without one, is left out. */
export type LeftOutReason =
  'email-address' | 'password' | 'too-long' | 'not-web' | 'already-short' | 'over-limit';

/** What a list contains; each with the number of its line, from 1. */
export interface PastedList {
  found: (CleanedLink & { line: number; title: string; hasSecret: boolean })[];
  /** The lines of addresses that a line above has. */
  duplicates: number[];
  leftOut: { line: number; text: string; reason: LeftOutReason }[];
}

/** A line of a list, or a record of a CSV text, which may have several. */
interface Row {
  line: number;
  cells: string[];
}

const addressHeading = /^(url|link|address|href|网址|链接|地址)$/i;
const titleHeading = /^(title|name|标题|名称)$/i;

const isHeading = ({ cells }: Row): boolean =>
  cells.length > 1 && cells.some((cell) => addressHeading.test(cell.trim()));

/** The records of a CSV text (RFC 4180), in many countries with semicolons. A quotation mark that is not closed is an ordinary character. */
function* csvRows(text: string): Generator<Row> {
  const [heading = ''] = text.split('\n', 1);
  const separator = [';', '\t'].find((each) => heading.split(each).length > heading.split(',').length) ?? ',';
  const cellAndEnd = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^${separator}\\n]*))(${separator}|\\n|$)`, 'y');
  let row: Row = { line: 1, cells: [] };
  let line = 1;
  while (cellAndEnd.lastIndex < text.length) {
    const [whole = '', quoted, plain = '', end = ''] = cellAndEnd.exec(text) ?? [];
    row.cells.push(quoted?.replaceAll('""', '"') ?? plain);
    line += whole.split('\n').length - 1;
    if (end === separator) continue;
    yield row;
    row = { line, cells: [] };
  }
  if (row.cells.length > 0) yield row;
}

const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text);

/** The rows of a table; if it has a heading, with the address and the title alone. */
function* tableRows(rows: Iterable<Row>): Generator<Row> {
  let columns: number[] | null = null;
  for (const row of rows) {
    const cells = row.cells.map((cell) => cell.trim());
    if (row.line === 1 && isHeading(row)) {
      const columnOf = (name: RegExp): number => cells.findIndex((cell) => name.test(cell));
      columns = [columnOf(addressHeading), columnOf(titleHeading)];
      continue;
    }
    const [link, title = ''] = columns?.map((column) => cells[column] ?? '') ?? [];
    yield link ? { ...row, cells: [link, isWebAddress(title) ? '' : title] } : row;
  }
}

/** A CSV text as lines with tabs between their cells, as spreadsheets copy them. */
export const csvAsLines = (text: string): string =>
  Array.from(tableRows(csvRows(text)), ({ cells }) => cells.map(oneLine).join('\t')).join('\n');

const rowsOf = (text: string): Iterable<Row> => {
  const lines = text.split('\n');
  const [first] = csvRows(lines[0] ?? '');
  if (first && isHeading(first)) return tableRows(csvRows(text));
  return lines.map((line, at) => ({ line: at + 1, cells: line.split('\t') }));
};

/** `readLink`, but a word such as "3.5" is no address of a host without a scheme. */
const readAddress = (text: string): ReturnType<typeof readLink> => {
  const read = readLink(text);
  const isHost = isWebAddress(text) || (read.ok && isPublicName(new URL(read.link).hostname));
  return read.ok && !isHost ? { ok: false, reason: 'not-an-address' } : read;
};

/** The cells that are addresses; else the addresses in their texts; else the cell that is one without a scheme, or all of the line. */
const addressesIn = (cells: readonly string[]): string[] => {
  const whole = cells.filter(isWebAddress);
  const found = whole.length > 0 ? whole : cells.flatMap(writtenAddresses);
  if (found.length > 0) return found;
  const named = cells.length > 1 ? cells.find((cell) => readAddress(cell).ok) : undefined;
  return [named ?? cells.join(' ')];
};

const reasonOf = (refusal: LinkRefusal): LeftOutReason =>
  refusal === 'email-address' || refusal === 'password' || refusal === 'too-long' ? refusal : 'not-web';

/** Characters that are stored of a text that is left out. */
const longestText = 300;

/** Milliseconds of work after which the page may draw and take input. */
const sliceMs = 12;

interface ReadOptions {
  clean(link: string): CleanedLink;
  /** The number of links after which the rest is left out. */
  most: number;
  /** Whether the result is still of use; false ends the reading. */
  isCurrent(): boolean;
}

/**
 * Reads the addresses of a text, each once and in its order: one a line, within sentences, or in the cells of a table with their
 * titles. Lines end as in a text area, with a line feed. A text of any length is read in slices.
 */
export const readList = async (
  text: string,
  { clean, most, isCurrent }: ReadOptions,
): Promise<PastedList> => {
  const list: PastedList = { found: [], duplicates: [], leftOut: [] };
  const seen = new Set<string>();
  const add = (address: string, line: number, title: string): void => {
    const leaveOut = (reason: LeftOutReason): void =>
      void list.leftOut.push({ line, text: address.slice(0, longestText), reason });
    if (list.found.length === most) {
      leaveOut('over-limit');
      return;
    }
    const read = readAddress(address);
    if (!read.ok) {
      leaveOut(reasonOf(read.reason));
      return;
    }
    const cleaned = clean(read.link);
    if (seen.has(cleaned.link)) list.duplicates.push(line);
    else {
      const hasSecret = secretIn(cleaned.link) !== undefined;
      list.found.push({ ...cleaned, line, title: oneLine(title), hasSecret });
    }
    seen.add(cleaned.link);
  };

  let sliceEnd = performance.now() + sliceMs;
  for (const { line, cells: all } of rowsOf(text)) {
    const cells = all.map((cell) => cell.trim()).filter((cell) => cell !== '');
    if (cells.length === 0) continue;
    const addresses = addressesIn(cells);
    // With more cells, nothing says which one is the title.
    const texts =
      cells.length === 2 ? cells.filter((cell) => !addresses.some((each) => cell.includes(each))) : [];
    for (const address of addresses) {
      add(address, line, texts[0] ?? '');
      if (performance.now() < sliceEnd) continue;
      await sleep(0);
      if (!isCurrent()) return list;
      sliceEnd = performance.now() + sliceMs;
    }
  }
  return list;
};
