import { expect, it } from 'vitest';
import { escapeFormula } from './contract.ts';

it.each([
  ['=1+1', "'=1+1"],
  [' \n ＝1', " \n '＝1"],
  ['a; \t =1;-2 | @x', "a; \t '=1;'-2 | '@x"],
  ['a =1', 'a =1'],
])('%j has no formula for a spreadsheet afterwards', (cell, expected) => {
  expect(escapeFormula(cell)).toBe(expected);
});

it.each(['\n', '; ', ' ', '=', '\t '])('escapes a long cell of %j in no time', (text) => {
  const start = performance.now();
  escapeFormula(`a${text.repeat(20_000)}b`);
  expect(performance.now() - start).toBeLessThan(500);
});
