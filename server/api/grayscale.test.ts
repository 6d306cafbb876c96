import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { grayscaleData } from '../../lib/api/contract.ts';
import { readGrayscaleFile } from './grayscale.ts';
import { StartError } from '../config/errors.ts';
import { answerOf, temporaryFolder, testApp } from '../../tests/support/service/test-app.ts';

function fileWith(content: unknown): string {
  const file = join(temporaryFolder(), 'grayscale.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

test('without a file there are no grayscale times', async () => {
  const { call } = await testApp();
  const answer = await answerOf(await call('/v3/greyFilter'));
  expect(answer).toEqual({ code: 200, msg: 'success', data: { accurateSlot: [], daySlot: [] } });
});

test('times from a file are answered in the form of the contract, with their texts', async () => {
  const spring = { description: 'Spring', object: 'all', begin: 1_800_000_000, end: 1_800_086_400.5 };
  const memorial = { description: 'Memorial day', begin: [12, 13], end: [12, 13] };
  const leap = { begin: [2, 29], end: [1, 1] };
  const grayscaleTimes = readGrayscaleFile(fileWith({ accurateSlot: [spring], daySlot: [memorial, leap] }));
  const { call } = await testApp({ grayscaleTimes });
  const { data } = await answerOf(await call('/v3/greyFilter'));
  const filled = [memorial, leap].map((each) => ({ description: '', object: '', ...each }));
  expect(data).toEqual({ accurateSlot: [spring], daySlot: filled });
  expect(grayscaleData.safeParse(data).success).toBe(true);
});

const day = { begin: [12, 13], end: [12, 13] };

describe('an unusable file is refused in one sentence:', () => {
  test.each([
    ['invalid JSON', '{', /is not valid JSON/],
    ['a list', [day], /the file: /],
    ['a field by another name', { daySlot: [{ ...day, until: 1 }] }, /daySlot\.0: .*until/],
    ['no end', { daySlot: [day, { begin: [12, 13] }] }, /daySlot\.1\.end: /],
    ['a month 13', { daySlot: [{ ...day, begin: [13, 1] }] }, /daySlot\.0\.begin: must be a month and a day/],
    ['a 31 April', { daySlot: [{ ...day, end: [4, 31] }] }, /daySlot\.0\.end: must be a month and a day/],
    ['an end before its begin', { accurateSlot: [{ begin: 2, end: 1 }] }, /\.0: begin must be before end/],
    ['a time as a text', { accurateSlot: [{ begin: '1', end: 2 }] }, /accurateSlot\.0\.begin: /],
  ])('%s', (_, content, sentence) => {
    const file = fileWith(content);
    for (const expected of [StartError, sentence, new RegExp(`^[^\\n]*${file}[^\\n]*$`)])
      expect(() => readGrayscaleFile(file)).toThrow(expected);
  });
});

test('a file that cannot be read is refused, too', () => {
  const sentence = 'The grayscale days in /nowhere/days.json cannot be read (ENOENT).';
  expect(() => readGrayscaleFile('/nowhere/days.json')).toThrow(new StartError(sentence));
});
