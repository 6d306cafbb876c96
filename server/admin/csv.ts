/** Characters of the longest row that is read: more mean that a quotation mark is not closed. */
const longestRow = 1024 * 1024;

/** Why a file cannot be read on as CSV. */
export class CsvError extends Error {
  override name = 'CsvError';
}

interface CsvLine {
  /** The number of the line at which the row begins; the first is 1. */
  line: number;
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

/** After a comma: in quotation marks, where two stand for one, or without them. */
const cell = /,(?:"((?:[^"]|"")*)"(?=,|$)|([^,]*))/g;

const cellsOf = (row: string): string[] =>
  Array.from(`,${row}`.matchAll(cell), ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);

/**
 * The rows of a CSV text (RFC 4180) with commas between the cells, without those that are empty. A cell may have line breaks in
 * quotation marks; one without these may have quotation marks in it.
 *
 * @throws CsvError if a quotation mark is not closed
 */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvLine> {
  let line = 1;
  let count = 0;
  let row = '';
  let isOpen = false;

  for await (const text of linesOf(pieces)) {
    count += 1;
    if (isOpen) {
      row += `\n${text}`;
    } else {
      line = count;
      row = count === 1 ? text.replace(/^\ufeff/, '') : text;
    }
    const quotationMarks = text.split('"').length - 1;
    if (quotationMarks % 2 === 1) isOpen = !isOpen;
    if (row.length > longestRow) break;
    if (!isOpen && row !== '') yield { line, cells: cellsOf(row) };
  }
  if (isOpen || row.length > longestRow)
    throw new CsvError(
      `In line ${line}, a quotation mark is not closed, or a cell is longer than any address.`,
    );
}
