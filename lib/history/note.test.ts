import { expect, it } from 'vitest';
import { isStorableNote } from './note.ts';

const family = '👨‍👩‍👧';

it.each([
  ['500 letters', 'a'.repeat(500), true],
  ['501 letters', 'a'.repeat(501), false],
  ['100 families, each of which is one character', family.repeat(100), true],
  ['400 letters with accents of their own', 'e\u0301'.repeat(400), true],
  ['501 of them', 'e\u0301'.repeat(501), false],
  ['few characters of more units than are stored', `a${'\u0301'.repeat(4000)}`, false],
])('a note of %s can be stored: %s', (_, note, isStorable) => {
  expect(isStorableNote(note)).toBe(isStorable);
});
