import { expect, it } from 'vitest';
import { lint } from './planted.ts';

const files = {
  'first.ts': "import { second } from './second.ts';",
  'second.ts': "import type { Third } from './third.ts';",
  'third.ts': "import { second } from './second.ts';\nimport './leaf.ts';",
  'leaf.ts': "import path from 'node:path';",
};
const complaints = lint(files, { hasTypes: false }).filter(({ rule }) => rule === 'house(no-import-cycles)');

const messagesOf = (name: keyof typeof files): string[] =>
  complaints.filter(({ file }) => file === name).map(({ message }) => message);

it.each([
  ['second.ts', /second\.ts → third\.ts → second\.ts.*Move what both need/],
  ['third.ts', /third\.ts → second\.ts → third\.ts/],
] as const)('%s imports itself by way of another', (name, message) => {
  expect(messagesOf(name)).toEqual([expect.stringMatching(message)]);
});

it.each(['first.ts', 'leaf.ts'] as const)('%s is in no cycle, though it may import one', (name) => {
  expect(messagesOf(name)).toEqual([]);
});
