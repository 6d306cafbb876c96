/**
 * `npm run zip:edge`, `npm run zip:safari`: builds and packs for a browser in which nothing is tested here, and looks at
 * what the package says of itself. Apple's converter, which makes an app of Safari's, runs on a Mac only.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestProblems } from './manifest-problems.ts';
import { root, runPackage } from './programs.ts';
import { say } from './say.ts';
import { readZip } from './zip-entries.ts';

const browser = process.argv[2] ?? '';
if (!['edge', 'safari'].includes(browser)) throw new Error('Name the browser: edge or safari.');

const { ok, output } = await runPackage('wxt/bin/wxt.mjs', ['zip', '-b', browser]);
if (!ok) {
  say(output.trimEnd());
  process.exit(1);
}
const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};
const name = `${own.name}-${own.version}-${browser}.zip`;
const files = readZip(await readFile(join(root, '.output', name)));
const problems = manifestProblems({ browser, files });
for (const problem of problems) say(`✗ ${name}: ${problem}`);
if (problems.length === 0) say(`✓ .output/${name}`);
process.exitCode = problems.length === 0 ? 0 : 1;
