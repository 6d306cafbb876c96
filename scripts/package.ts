/**
 * `npm run zip:edge`, `npm run zip:safari`: builds a package for a browser that the tests do not run in, and checks its
 * manifest. Apple's converter, which puts an app around a Safari extension, runs only on a Mac.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import JSZip from 'jszip';
import { manifestProblems } from './manifest-problems.ts';
import { root, runPackage } from './programs.ts';
import { say } from './say.ts';

const browser = process.argv[2] ?? '';
if (!['edge', 'safari'].includes(browser)) throw new Error('Name the browser: edge or safari.');

const { ok, output } = await runPackage('wxt/bin/wxt.mjs', ['zip', '-b', browser]);
if (!ok) {
  say(output.trimEnd());
  process.exit(1);
}

const project = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};
const fileName = `${project.name}-${project.version}-${browser}.zip`;
const files = await readZip(join(root, '.output', fileName));

const problems = manifestProblems({ browser, files });
for (const problem of problems) say(`✗ ${fileName}: ${problem}`);
if (problems.length === 0) say(`✓ .output/${fileName}`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** The files in a zip by their path in it. */
async function readZip(path: string): Promise<Map<string, Buffer>> {
  const zip = await JSZip.loadAsync(await readFile(path));
  const found = new Map<string, Buffer>();
  for (const entry of Object.values(zip.files)) {
    if (!entry.dir) found.set(entry.name, await entry.async('nodebuffer'));
  }
  return found;
}
