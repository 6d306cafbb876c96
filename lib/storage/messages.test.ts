import { expect, it } from 'vitest';
import { writableValues } from './messages.ts';

it.each<[string, object, boolean]>([
  ['some of the values that pages write', { playback: 1, 'recent-attempts': [] }, true],
  ['a value that only the background writes', { playback: 1, grayscale: 2 }, false],
  ['a value in memory', { token: 1 }, false],
  ['an unknown value', { playback: 1, other: 2 }, false],
])('in Firefox pages may store %s, all together or not at all', (_, values, isAllowed) => {
  expect(writableValues().safeParse(values).success).toBe(isAllowed);
});
