import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { StartError } from '../config/errors.ts';

/** Bytes of the longest row that is read: more mean that a quotation mark is not closed. */
const longestRow = 1024 * 1024;

export interface CsvRow {
  /** The number of the line at which the row begins; the first is 1. */
  firstLine: number;
  cells: string[];
}

/** What separates cells: in many countries, spreadsheets write semicolons. */
const separators = [',', ';', '\t'];

/** The one that is most often in the first line, outside of quotation marks. */
function separatorOf(text: string): string {
  const [line = ''] = text
    .replace(/^[\ufeff\r\n]+/, '')
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/);
  const cells = (separator: string) => line.split(separator).length;
  return separators.reduce((best, each) => (cells(each) > cells(best) ? each : best));
}

/**
 * The rows of a CSV text (RFC 4180), without those that are empty. The first line decides whether commas, semicolons or tabs are
 * between the cells. A cell in quotation marks may have line breaks in it, and any other cell may have quotation marks after its
 * first character.
 *
 * @throws StartError if a quotation mark is not closed
 */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow, undefined> {
  const source = pieces[Symbol.asyncIterator]();
  let head = '';
  while (!/[^\ufeff\r\n][\r\n]/.test(head) && head.length < longestRow) {
    const next: IteratorResult<string, undefined> = await source.next();
    if (next.done) break;
    head += next.value;
  }
  const whole = async function* () {
    yield head;
    yield* { [Symbol.asyncIterator]: () => source };
  };

  let line = 0;
  // The parser counts a line break of two characters in a cell as two lines.
  let surplus = 0;
  const firstLines: number[] = [];
  const parser = parse({
    bom: true,
    delimiter: separatorOf(head),
    max_record_size: longestRow,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    on_record: (cells: string[], info) => {
      const breaks = cells.join('').match(/\r\n|\r|\n/g) ?? [];
      surplus += breaks.filter((each) => each === '\r\n').length;
      line = info.lines - surplus;
      firstLines.push(line - breaks.length);
      return cells;
    },
  });
  try {
    for await (const cells of pipeline(whole, parser, () => undefined))
      yield { firstLine: firstLines.shift() ?? 0, cells: cells as string[] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new StartError(
      `The file is no CSV: after line ${line}, a quotation mark is not closed, or a cell is longer than any address.`,
      { cause: error },
    );
  }
}
