import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { csvRow } from '../../lib/csv/contract.ts';
import { readCsv } from './csv.ts';

/** The rows of a text that arrives in pieces. */
async function rowsOf(...pieces: string[]) {
  const rows = [];
  for await (const row of readCsv(Readable.from(pieces))) rows.push(row);
  return rows;
}

const cellsOf = async (...pieces: string[]) => (await rowsOf(...pieces)).map(({ cells }) => cells);

// What an export has written: import.test.ts.
test.each([
  ['line ends of every kind', 'a,b\n1,2\r\n3,4\r5,6', ['a,b', '1,2', '3,4', '5,6']],
  ['empty lines, also at the end', 'a\n\n\r\nb\n\n', ['a', 'b']],
  ['quotation marks within a cell', '1,https://a.example/?q="x"\n2', ['1,https://a.example/?q="x"', '2']],
  ['no text', '', []],
  ['semicolons', '\n"a;x";b,c;d\n1;2,5;3\n', ['a;x,b,c,d', '1,2,5,3']],
  ['tabs', 'a\tb;c\td\n1\t2\t3', ['a,b;c,d', '1,2,3']],
  ['semicolons in cells', 'a,b;c,d\n1,2;3;4;5,6', ['a,b;c,d', '1,2;3;4;5,6']],
  ['as many of both', 'a,b;c\n1,2;3', ['a,b;c', '1,2;3']],
])('CSV with %s is read, also if it arrives in single characters', async (_, text, expected) => {
  for (const pieces of [[text], text.split('')])
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
