/**
 * `npm test`: types, lint, both builds, their sizes and every test there is. At the end the slowest tests and files are
 * listed. The last line is "N passed, N failed", over all tests, to which a check that fails adds one. In CI (CI=true) a
 * skipped suite counts as failed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holds, tableOf } from '../tests/bench/figures.ts';
import { measureSizes } from '../tests/bench/sizes.ts';
import { type Outcome, root, type RunOptions, runPackage, runScript } from './programs.ts';
import { rebuildFromSources } from './rebuild.ts';
import { say, sentenceOf } from './say.ts';
import { type FileResult, type Quarantine, readReport, slowest } from './test-report.ts';
import { webExtLint } from './web-ext-lint.ts';

type Check = [name: string, run: () => Outcome | Promise<Outcome>];

/** Empty is how it should be. */
const quarantine: Quarantine = {};

const builds = ['.output/chrome-mv3', '.output/firefox-mv3'];
const inCi = process.env['CI'] === 'true';
const listed = 10;
const maxRepeated = 4;
const repeated: string[] = [];

/** What has no limit of time runs beside tests that have some. */
const lowPriority: RunOptions = { isLowPriority: true };
const building: Check[] = [
  ['build for Chromium', () => runScript('build')],
  ['build for Firefox', () => runScript('build:firefox')],
];
const packing: Check[] = [
  ['sizes', checkSizes],
  ...builds.map((folder): Check => [`web-ext lint ${folder}`, () => webExtLint(folder, lowPriority)]),
  ['the same build from the sources package', () => rebuildFromSources(lowPriority)],
  ['package for Edge', () => runScript('zip:edge', lowPriority)],
  ['package for Safari', () => runScript('zip:safari', lowPriority)],
];
const reading: Check[] = [
  ['types', () => runScript('types', lowPriority)],
  ['lint', () => runScript('lint', lowPriority)],
];

const folder = await mkdtemp(join(tmpdir(), 'waylark-test-'));
try {
  const built = runInTurn(building);
  const others = [built, built.then(() => runInTurn(packing)), runInTurn(reading)];
  const withoutBrowsers = runWithoutBrowsers(built);
  await built;
  const results = await runInBrowsers('alone');
  results.push(...(await withoutBrowsers), ...(await runInBrowsers('browsers')));
  const failed = await Promise.all(others);
  process.exitCode = report(results, failed.flat());
} finally {
  await rm(folder, { recursive: true, force: true });
}

/**
 * The service's wait more than they work, and the browser tests that run alone occupy one of the cores at most: so these run
 * beside those. What is built is there before the unit tests begin.
 */
async function runWithoutBrowsers(built: Promise<unknown>): Promise<FileResult[]> {
  const service = await runVitest(['service']);
  await built;
  return [...service, ...(await runVitest(['unit', 'components']))];
}

/** The names of those that failed. */
async function runInTurn(checks: Check[]): Promise<string[]> {
  const failed: string[] = [];
  for (const check of checks) failed.push(...(await runCheck(check)));
  return failed;
}

/** Of the scripts that a browser loads; they are the same on every machine, unlike the times that `npm run bench` measures. */
function checkSizes(): Outcome {
  try {
    const figures = measureSizes(join(root, '.output/chrome-mv3'));
    return { ok: figures.every(holds), output: tableOf(figures) };
  } catch (error) {
    // A build that failed leaves nothing to measure.
    return { ok: false, output: sentenceOf(error) };
  }
}

/** Its name where it failed; what it wrote is shown then. */
async function runCheck([name, run]: Check): Promise<string[]> {
  const began = performance.now();
  const { ok, output } = await run();
  say(`${ok ? '✓' : '✗'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  if (!ok) say(output.trimEnd());
  return ok ? [] : [name];
}

/**
 * Files of browser tests that failed run once more, one at a time: browsers are not yet steady enough on a busy machine.
 * What fails twice has failed; the last lines name what did not. Where many files fail, it is not the machine.
 */
async function runInBrowsers(project: string): Promise<FileResult[]> {
  const results = await runVitest([project]);
  const failed = results.filter((result) => result.failed > 0 && result.file !== '').map(({ file }) => file);
  if (failed.length === 0 || failed.length > maxRepeated) return results;

  repeated.push(...failed);
  const second = await runVitest([project], failed);
  return [...results.filter(({ file }) => !failed.includes(file)), ...second];
}

async function runVitest(projects: string[], files: string[] = []): Promise<FileResult[]> {
  say(`\nTests: ${[...projects, ...files].join(', ')}`);
  const file = join(folder, `${projects.join('-')}${files.length > 0 ? '-again' : ''}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const selected = files.length > 0 ? [...files, '--no-file-parallelism'] : [];
  const args = ['run', ...projects.flatMap((name) => ['--project', name]), ...reporters, ...selected];
  const { ok } = await runPackage('vitest/vitest.mjs', args, { show: true });
  return readReport(file, { ok, quarantine });
}

/** Says how it went and returns the exit code. */
function report(results: FileResult[], failedChecks: string[]): number {
  const sum = (what: 'passed' | 'failed' | 'skipped') =>
    results.reduce((total, result) => total + result[what], 0);
  const [failed, skipped] = [sum('failed'), sum('skipped')];
  const skippedSuites = new Set(results.flatMap((result) => result.skippedSuites));
  const quarantined = results.flatMap((result) => result.quarantined);
  saySlowest(results);
  for (const failure of results.flatMap(({ failures }) => failures)) say(`Failed: ${failure}\n`);
  for (const name of failedChecks) say(`Failed: ${name}`);
  for (const name of quarantined) say(`Failed in quarantine: ${name}`);
  for (const name of repeated) say(`Run once more, as it failed at first: ${name}`);
  for (const name of skippedSuites) say(inCi ? `Failed, as it was skipped: ${name}` : `Skipped: ${name}`);
  const allFailed = failed + failedChecks.length + (inCi ? skipped : 0);
  const counts = [`${String(sum('passed'))} passed`, `${String(allFailed)} failed`];
  if (quarantined.length > 0) counts.push(`${String(quarantined.length)} failed in quarantine`);
  if (skipped > 0 && !inCi) counts.push(`${String(skipped)} skipped`);
  say(counts.join(', '));
  return allFailed === 0 ? 0 : 1;
}

function saySlowest(results: FileResult[]): void {
  const files = results.map(({ file: name, seconds }) => ({ name, seconds }));
  const tests = results.flatMap((result) => result.tests);
  say(['\nSlowest files', ...slowest(files, listed)].join('\n'));
  say(['\nSlowest tests', ...slowest(tests, listed), ''].join('\n'));
}
