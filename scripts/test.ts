/**
 * `npm test`: types, lint, both builds and every test there is. Its last line is "N passed, N failed", over all tests, to
 * which a check that fails adds one. In CI (CI=true) a skipped suite counts as failed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPackage, runScript, type Outcome } from './programs.ts';
import { say } from './say.ts';
import { addUp, readReport, type Tally } from './test-report.ts';
import { webExtLint } from './web-ext-lint.ts';

const builds = ['.output/chrome-mv3', '.output/firefox-mv3'];
const projects = ['unit', 'service', 'browsers', 'music'];
const inCi = process.env['CI'] === 'true';

const checks: [name: string, run: () => Promise<Outcome>][] = [
  ['build for Chromium', () => runScript('build')],
  ['build for Firefox', () => runScript('build:firefox')],
  ['types', () => runScript('types')],
  ['lint', () => runScript('lint')],
  ...builds.map((folder): [string, () => Promise<Outcome>] => [
    `web-ext lint ${folder}`,
    () => webExtLint(folder),
  ]),
];

const folder = await mkdtemp(join(tmpdir(), 'waylark-test-'));
try {
  const failedChecks = await runChecks();
  const tally = addUp(await runProjects());
  process.exitCode = report(tally, failedChecks);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The names of the checks that failed; what they wrote is shown. */
async function runChecks(): Promise<string[]> {
  const failed: string[] = [];
  for (const [name, run] of checks) {
    const { ok, output } = await run();
    say(`${ok ? '✓' : '✗'} ${name}`);
    if (ok) continue;
    say(output.trimEnd());
    failed.push(name);
  }
  return failed;
}

async function runProjects(): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const project of projects) {
    say(`\nTests: ${project}`);
    const file = join(folder, `${project}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const args = ['run', '--project', project, ...reporters];
    const { ok } = await runPackage('vitest/vitest.mjs', args, { show: true });
    tallies.push(await readReport(file, { ok }));
  }
  return tallies;
}

/** Says how it went and returns the exit code. */
function report({ passed, failed, skipped, skippedSuites }: Tally, failedChecks: string[]): number {
  for (const name of failedChecks) say(`Failed: ${name}`);
  for (const name of skippedSuites) say(inCi ? `Failed, as it was skipped: ${name}` : `Skipped: ${name}`);
  const allFailed = failed + failedChecks.length + (inCi ? skipped : 0);
  const ending = skipped > 0 && !inCi ? `, ${skipped} skipped` : '';
  say(`${passed} passed, ${allFailed} failed${ending}`);
  return allFailed === 0 ? 0 : 1;
}
