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

/**
 * A comma and a cell. The cell is in quotation marks, where two stand for one, or has none at its beginning. The second group is
 * empty if the text ends before the closing quotation mark.
 */
const cell = /,(?:"((?:[^"]|"")*)("(?=,|$)|$)|([^,]*))/g;

const cellsIn = (text: string) => Array.from(`,${text}`.matchAll(cell));

const valueOf = ([, quoted, , plain = '']: RegExpExecArray): string => quoted?.replaceAll('""', '"') ?? plain;

/**
 * The rows of a CSV text (RFC 4180) with commas between the cells, without those that are empty. A cell in quotation marks may
 * have line breaks in it, and any other cell may have quotation marks after its first character.
 *
 * @throws CsvError if a quotation mark is not closed
 */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let line = 0;
  let firstLine = 1;
  let row = '';
  let isOpen = false;

  for await (const text of linesOf(pieces)) {
    line += 1;
    const added = line === 1 ? text.replace(/^\ufeff/, '') : text;
    if (!isOpen) firstLine = line;
    row = isOpen ? `${row}\n${added}` : added;
    if (row.length > longestRow) break;
    // In an open cell, the line is read as if it began with the cell's quotation mark.
    isOpen = cellsIn(isOpen ? `"${added}` : added).at(-1)?.[2] === '';
    if (!isOpen && row !== '') yield { firstLine, cells: cellsIn(row).map(valueOf) };
  }
  if (isOpen || row.length > longestRow)
    throw new CsvError(
      `In line ${firstLine}, a quotation mark is not closed, or a cell is longer than any address.`,
    );
}
