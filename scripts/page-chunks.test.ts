import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withPageChunks } from './page-chunks.ts';

const page = '<!doctype html><script type="module" src="./main.js"></script>';
const pages = ['popup', 'history', 'options'];

/** Four modules, each shared by other pages; and two that the popup imports later. */
const files = {
  'entrypoints/popup/main.js':
    "import '../../a.js'; import '../../b.js'; import('../../later.js'); import('../../later-alone.js'); console.log('popup');",
  'entrypoints/history/main.js':
    "import '../../a.js'; import '../../c.js'; import '../../later.js'; console.log('history');",
  'entrypoints/options/main.js': "import '../../b.js'; import '../../c.js'; import '../../d.js';",
  'a.js': "console.log('a');",
  'b.js': "console.log('b');",
  'c.js': "console.log('c');",
  'd.js': "console.log('d');",
  'later.js': "import './later-import.js'; console.log('later');",
  'later-import.js': "console.log('later-import');",
  'later-alone.js': "import './later-import.js'; console.log('later-alone');",
  ...Object.fromEntries(pages.map((name) => [`entrypoints/${name}/index.html`, page])),
};

let root = '';
/** What each built file logs, by the name of its chunk. */
let logged: Record<string, string[]> = {};
/** The chunks that each page imports at first. */
let imports: Record<string, string[]> = {};

const buildPages = async (names: readonly string[]): Promise<Rolldown.RolldownOutput> => {
  const entrypoints = join(root, 'entrypoints');
  const input = Object.fromEntries(names.map((name) => [name, join(entrypoints, name, 'index.html')]));
  const config = {
    root,
    configFile: false as const,
    logLevel: 'silent' as const,
    build: { write: false, minify: false, modulePreload: false as const, rolldownOptions: { input } },
  };
  return (await build(withPageChunks(config, entrypoints))) as Rolldown.RolldownOutput;
};

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'waylark-chunks-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  const { output } = await buildPages(pages);
  const chunks = output.filter((file) => file.type === 'chunk');
  const names = new Map(chunks.map(({ fileName, name }) => [fileName, name]));
  const logs = ({ code }: Rolldown.OutputChunk) =>
    [...code.matchAll(/console\.log\("([^"]+)"\)/g)].map(([, what = '']) => what);
  logged = Object.fromEntries(chunks.map((chunk) => [chunk.name, logs(chunk).toSorted()]));
  imports = Object.fromEntries(
    chunks.map((chunk) => [chunk.name, chunk.imports.map((file) => names.get(file) ?? file)]),
  );
});

afterAll(() => rm(root, { recursive: true }));

it('puts what the popup shares, with whatever pages, into one file', () => {
  expect(logged['popup-shared']).toEqual(['a', 'b']);
  expect(imports['popup']).toEqual(['popup-shared']);
});

it('puts what the popup shares later into another one, which it does not wait for', () => {
  expect(logged['popup-later']).toEqual(['later', 'later-import']);
});

it('gives the next page a file for what is left', () => {
  expect(logged['history-shared']).toEqual(['c']);
  expect(imports['history']?.toSorted()).toEqual(['history-shared', 'popup-later', 'popup-shared']);
});

it('leaves what only one page imports in the file of that page', () => {
  expect(logged['options']).toEqual(['d']);
});

it('fails if a page that is to have a chunk was renamed', async () => {
  await expect(buildPages(['popup', 'options'])).rejects.toThrow('is to have a chunk, and is not built');
});
