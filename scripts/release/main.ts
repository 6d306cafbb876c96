/** `npm run release -- <version> [--dry-run]`: checks, writes and tags a version, and makes its packages. */
import { parseArgs } from 'node:util';
import { root, runScript } from '../programs.ts';
import { say, sentenceOf } from '../say.ts';
import { makePackages } from './packages.ts';
import { release } from './release.ts';

const { values, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [version = ''] = positionals;
const isDryRun = values['dry-run'];

async function check(): Promise<boolean> {
  say('Checking types, lint and unit tests …');
  const { ok, output } = await runScript('check');
  if (!ok) say(output.trimEnd());
  return ok;
}

try {
  const date = new Date().toISOString().slice(0, 10);
  await release({ root, version, date, isDryRun, check });
  if (isDryRun) {
    say(`Nothing is written: npm run release -- ${version} would write, commit, tag and package it.`);
  } else {
    for (const file of await makePackages()) say(`✓ .output/release/${file}`);
    say(`Version ${version} is tagged here. To release it: git push --follow-tags`);
  }
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
}
