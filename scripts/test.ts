/**
 * `npm test`: types, lint, both builds, their sizes and every test there is; with "service-faults", both builds and that
 * project of the tests alone. At the end the slowest tests and files are listed. The last line is "N passed, N failed", over
 * all tests, to which a check that fails adds one; skipped and quarantined tests follow. In CI (CI=true) each skipped test
 * counts as failed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holds, tableOf } from '../tests/bench/figures.ts';
import { measureSizes } from '../tests/bench/sizes.ts';
import { canReplicate } from '../tests/service/postgres-cluster.ts';
import { lacks } from '../tests/e2e/support/needs.ts';
import { type Outcome, root, type RunOptions, runPackage, runScript } from './programs.ts';
import { rebuildFromSources } from './rebuild.ts';
import { say, sentenceOf } from './say.ts';
import { type FileResult, lastLine, type Quarantine, readReport, slowest } from './test-report.ts';
import { webExtLint } from './web-ext-lint.ts';

type Check = [name: string, run: () => Outcome | Promise<Outcome>];

/** Empty is how it should be. */
const quarantine: Quarantine = {};

const builds = ['.output/chrome-mv3', '.output/firefox-mv3'];
const onlyFaults = process.argv[2] === 'service-faults';
const inCi = process.env['CI'] === 'true';
const listed = 10;

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
const staticChecks: Check[] = [
  ['types', () => runScript('types', lowPriority)],
  ['lint', () => runScript('lint', lowPriority)],
];

const folder = await mkdtemp(join(tmpdir(), 'waylark-test-'));
try {
  process.exitCode = onlyFaults ? await runFaults() : await runAll();
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Returns the exit code, as `runFaults` does. */
async function runAll(): Promise<number> {
  const built = runInTurn(building);
  const checked = [built, built.then(() => runInTurn(packing)), runInTurn(staticChecks)];
  const withoutBrowsers = runWithoutBrowsers(built);
  await built;
  const inBrowsers = [...(await runVitest(['alone'])), ...(await runVitest(['browsers']))];
  const results = [...(await withoutBrowsers), ...inBrowsers];
  const failed = await Promise.all(checked);
  return report(results, failed.flat());
}

async function runFaults(): Promise<number> {
  const failed = await runInTurn(building);
  const results = await runVitest(['service-faults']);
  const missing = (['caddy', 'pgbouncer', 'chromium', 'firefox', 'root'] as const).filter((each) =>
    lacks(each),
  );
  return report(results, failed, canReplicate ? missing : [...missing, 'pg_basebackup']);
}

/**
 * The service's tests wait more than they work, so they run beside the builds. The unit tests read what is built, and get the
 * processor time that the browsers leave: none of them has a short limit.
 */
async function runWithoutBrowsers(built: Promise<unknown>): Promise<FileResult[]> {
  const service = await runVitest(['service']);
  await built;
  return [...service, ...(await runVitest(['unit', 'components'], lowPriority))];
}

/** The names of those that failed. */
async function runInTurn(checks: Check[]): Promise<string[]> {
  const failed: string[] = [];
  for (const check of checks) failed.push(...(await runCheck(check)));
  return failed;
}

/** Checks the sizes of the scripts that a browser loads. They are the same on every machine, unlike the times of `npm run bench`. */
function checkSizes(): Outcome {
  try {
    const figures = measureSizes(join(root, '.output/chrome-mv3'));
    return { ok: figures.every(holds), output: tableOf(figures) };
  } catch (error) {
    // A build that failed leaves nothing to measure.
    return { ok: false, output: sentenceOf(error) };
  }
}

/** Resolves with the check's name if it failed, and then shows what it wrote. */
async function runCheck([name, run]: Check): Promise<string[]> {
  const began = performance.now();
  const { ok, output } = await run();
  say(`${ok ? '✓' : '✗'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  if (!ok) say(output.trimEnd());
  return ok ? [] : [name];
}

async function runVitest(projects: string[], options?: RunOptions): Promise<FileResult[]> {
  say(`\nTests: ${projects.join(', ')}`);
  const file = join(folder, `${projects.join('-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = ['run', ...projects.flatMap((name) => ['--project', name]), ...reporters];
  const { ok } = await runPackage('vitest/vitest.mjs', args, { ...options, show: true });
  return readReport(file, { ok, quarantine });
}

/** Says how it went and returns the exit code. `missing` are programs that tests need. */
function report(results: FileResult[], failedChecks: string[], missing: readonly string[] = []): number {
  const sum = (what: 'passed' | 'failed' | 'skipped') =>
    results.reduce((total, result) => total + result[what], 0);
  const [failed, skipped] = [sum('failed'), sum('skipped')];
  const skippedSuites = new Set(results.flatMap((result) => result.skippedSuites));
  const quarantined = results.flatMap((result) => result.quarantined);
  saySlowest(results);
  for (const failure of results.flatMap(({ failures }) => failures)) say(`Failed: ${failure}\n`);
  for (const name of failedChecks) say(`Failed: ${name}`);
  for (const name of quarantined) say(`Failed in quarantine: ${name}`);
  for (const name of skippedSuites) say(inCi ? `Failed, as it was skipped: ${name}` : `Skipped: ${name}`);
  const allFailed = failed + failedChecks.length + (inCi ? skipped : 0);
  const counts = { passed: sum('passed'), failed: allFailed, quarantined: quarantined.length };
  say(lastLine({ ...counts, skipped: inCi ? 0 : skipped }, missing));
  return allFailed === 0 ? 0 : 1;
}

function saySlowest(results: FileResult[]): void {
  const files = results.map(({ file: name, seconds }) => ({ name, seconds }));
  const tests = results.flatMap((result) => result.tests);
  say(['\nSlowest files', ...slowest(files, listed)].join('\n'));
  say(['\nSlowest tests', ...slowest(tests, listed), ''].join('\n'));
}
