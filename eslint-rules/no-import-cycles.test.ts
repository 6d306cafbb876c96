import { Linter, type Rule } from 'eslint';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

// The rule is JavaScript without types, since eslint.config.js loads it as it is.
const file: string = './no-import-cycles.js';
const { noImportCycles } = (await import(file)) as { noImportCycles: Rule.RuleModule };

const folder = mkdtempSync(path.join(tmpdir(), 'cycles-'));
afterAll(() => rmSync(folder, { recursive: true }));

const files = {
  'first.ts': "import { second } from './second.ts';",
  'second.ts': "import type { Third } from './third.ts';",
  'third.ts': "import { second } from './second.ts';\nimport './leaf.ts';",
  'leaf.ts': "import path from 'node:path';",
};
for (const [name, source] of Object.entries(files)) writeFileSync(path.join(folder, name), source);

const linter = new Linter({ cwd: folder });
const config: Linter.Config = {
  files: ['**/*.ts'],
  plugins: { house: { rules: { 'no-import-cycles': noImportCycles } } },
  rules: { 'house/no-import-cycles': 'error' },
};

/** What the rule says about a file, as if types were values: the parser here knows no types. */
const messagesOf = (name: keyof typeof files): string[] =>
  linter
    .verify(files[name].replace('import type', 'import'), [config], { filename: path.join(folder, name) })
    .map(({ message }) => message);

it.each([
  ['second.ts', /second\.ts → third\.ts → second\.ts.*Move what both need/],
  ['third.ts', /third\.ts → second\.ts → third\.ts/],
] as const)('%s imports itself by way of another', (name, message) => {
  expect(messagesOf(name)).toEqual([expect.stringMatching(message)]);
});

it.each(['first.ts', 'leaf.ts'] as const)('%s is in no cycle, though it may import one', (name) => {
  expect(messagesOf(name)).toEqual([]);
});
