/** Characters of the longest row that is read: more mean that a quotation mark is not closed. */
const longestRow = 1024 * 1024;

/** Why a file cannot be read on as CSV. */
export class CsvError extends Error {
  override name = 'CsvError';
}

interface CsvRow {
  /** The number of the line at which the row begins; the first is 1. */
  firstLine: number;
  cells: string[];
}

/** The lines of a text that arrives in pieces. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    // A carriage return at the end may be half of a line end.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > longestRow) break;
  }
  yield rest.replace(/\r$/, '');
}

/** What separates cells: in many countries, spreadsheets write semicolons. */
const separators = [',', ';', '\t'];

/**
 * A separator and a cell. The cell is in quotation marks, where two stand for one, or has none at its beginning. The second group
 * is empty if the text ends before the closing quotation mark.
 */
const cellForm = (separator: string) =>
  new RegExp(`${separator}(?:"((?:[^"]|"")*)("(?=${separator}|$)|$)|([^${separator}]*))`, 'g');

/** Returns a function that finds the cells of a row. */
function cellReader(separator: string) {
  const form = cellForm(separator);
  return (text: string) => Array.from(`${separator}${text}`.matchAll(form));
}

const readers = separators.map(cellReader);

type CellReader = ReturnType<typeof cellReader>;

/** The reader that finds the most cells in the first line. */
const readerFor = (line: string): CellReader =>
  readers.reduce((best, each) => (each(line).length > best(line).length ? each : best));

const valueOf = ([, quoted, , plain = '']: RegExpExecArray): string => quoted?.replaceAll('""', '"') ?? plain;

/**
 * The rows of a CSV text (RFC 4180), without those that are empty. The first line decides whether commas, semicolons or tabs are
 * between the cells. A cell in quotation marks may have line breaks in it, and any other cell may have quotation marks after its
 * first character.
 *
 * @throws CsvError if a quotation mark is not closed
 */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let line = 0;
  let firstLine = 1;
  let row = '';
  let isOpen = false;
  let cellsIn: CellReader | undefined;

  for await (const text of linesOf(pieces)) {
    line += 1;
    const added = line === 1 ? text.replace(/^\ufeff/, '') : text;
    if (!isOpen) firstLine = line;
    row = isOpen ? `${row}\n${added}` : added;
    if (row.length > longestRow) break;
    if (row !== '') cellsIn ??= readerFor(row);
    // In an open cell, the line is read as if it began with the cell's quotation mark.
    isOpen = cellsIn?.(isOpen ? `"${added}` : added).at(-1)?.[2] === '';
    if (cellsIn && !isOpen && row !== '') yield { firstLine, cells: cellsIn(row).map(valueOf) };
  }
  if (isOpen || row.length > longestRow)
    throw new CsvError(
      `In line ${firstLine}, a quotation mark is not closed, or a cell is longer than any address.`,
    );
}
