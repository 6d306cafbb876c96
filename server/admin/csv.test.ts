import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { csvRow } from '../../lib/csv/contract.ts';
import { readCsv } from './csv.ts';

/** The rows of a text that arrives in pieces. */
async function rowsOf(...pieces: string[]) {
  const rows = [];
  for await (const row of readCsv(Readable.from(pieces))) rows.push(row);
  return rows;
}

const cellsOf = async (...pieces: string[]) => (await rowsOf(...pieces)).map(({ cells }) => cells);

/** A row as `csvRow` writes it, with another separator between the cells. */
const rowWith = (separator: string, cells: readonly string[]) =>
  cells.map((cell) => csvRow([cell]).trimEnd()).join(separator) + '\r\n';

test.each([',', ';', '\t'])(
  'what is written as CSV is read as it was, wherever the text is cut, with %j',
  async (separator) => {
    const unit = fc.constantFrom('a', '"', ',', ';', '\t', "'", '\r', '\n', ' ', '\ufeff', '🙂');
    const rows = fc.array(fc.array(fc.string({ unit }), { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (data, size) => {
        const written = [['ending', 'link'], ...data];
        const csv = `\ufeff${written.map((cells) => rowWith(separator, cells)).join('')}`;
        const pieces = csv.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
        expect(await cellsOf(...pieces)).toEqual(written);
      }),
      { numRuns: inject('manyRuns') / 10 },
    );
  },
);

test.each([
  ['line ends of every kind', ['a,b\n1,2\r\n3,4\r5,6'], ['a,b', '1,2', '3,4', '5,6']],
  ['empty lines, also at the end', ['a\n\n\r\nb\n\n'], ['a', 'b']],
  ['quotation marks within a cell', ['1,https://a.example/?q="x"\n2'], ['1,https://a.example/?q="x"', '2']],
  ['no text', [], []],
  ['semicolons', ['\n"a;x";b,c;d\n1;2,5;3\n'], ['a;x,b,c,d', '1,2,5,3']],
  ['tabs', ['a\tb;c\td\n1\t2\t3'], ['a,b;c,d', '1,2,3']],
  ['semicolons in cells', ['a,b;c,d\n1,2;3;4;5,6'], ['a,b;c,d', '1,2;3;4;5,6']],
  ['as many of both', ['a,b;c\n1,2;3'], ['a,b;c', '1,2;3']],
])('CSV with %s', async (_, pieces, expected) => {
  expect((await cellsOf(...pieces)).map((cells) => cells.join(','))).toEqual(expected);
});

test('a row knows its line, and a quotation mark that is not closed is an error after the last row', async () => {
  expect(await rowsOf('a\n"b\nc"\n\n"d\r\n"\r\ne\n')).toEqual([
    { firstLine: 1, cells: ['a'] },
    { firstLine: 2, cells: ['b\nc'] },
    { firstLine: 5, cells: ['d\r\n'] },
    { firstLine: 7, cells: ['e'] },
  ]);
  const long = 'x"'.repeat(250_000);
  expect(await cellsOf(csvRow([long]))).toEqual([[long]]);
  await expect(rowsOf('a\n\n"b\nc\n')).rejects.toThrow(/after line 1, a quotation mark is not closed/);
  // Not the whole of a large file is in memory.
  const endless = Array.from({ length: 100 }, () => `${'x'.repeat(100_000)}\n`);
  await expect(rowsOf('a\n"', ...endless)).rejects.toThrow(/after line 1,/);
  await expect(rowsOf('a\n', ...endless.map((each) => each.trim()))).rejects.toThrow(/after line 1,/);
});
