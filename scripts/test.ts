/**
 * Runs checks and tests in order. A check that fails shows its output. Failed and skipped tests are listed at the end, before
 * "N passed, N failed" over all tests, in which a failed check counts as one; the last line says what ran. In CI (CI=true)
 * each skipped test counts as failed. Vitest's reports are in .output/reports.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { holds, tableOf } from '../tests/bench/figures.ts';
import { measureSizes } from '../tests/bench/sizes.ts';
import { lacks } from '../tests/support/browsers/needs.ts';
import { postgresPrograms } from '../tests/support/service/postgres-cluster.ts';
import { type Outcome, root, type RunOptions, runPackage, runScript, say, stackOf } from './programs.ts';
import { rebuildFromSources } from './sources-package.ts';
import { countTests, type Counts, countsLine } from './test-report.ts';

type Check = [name: string, run: () => Outcome | Promise<Outcome>];

interface Run {
  run(): Promise<void>;
  /** The last line. */
  summary: string;
}

const cache = join(root, 'node_modules', '.cache', 'waylark');
const mode = process.argv[2] ?? 'test';
const reports = join(root, '.output', 'reports', mode);
// Node compiles the tools and libraries once, not in each of a dozen processes.
process.env['NODE_COMPILE_CACHE'] ??= join(cache, 'compiled');

/** Runs of package.json's scripts. */
const runs: Record<string, Run> = {
  check: {
    run: runCheck,
    summary: 'npm run check: types, lint, unused exports, unit tests and components.',
  },
  test: {
    run: runTest,
    summary:
      'npm test: types, lint, unused exports, both builds, unit tests, components, the service, and journeys in both browsers. npm run test:rest adds 10,000 cases a property, the packages, every other browser test, PostgreSQL that fails, and real windows.',
  },
  rest: {
    run: runRest,
    summary:
      'npm run test:rest: 10,000 cases a property, the packages, the browser tests that npm test leaves out, PostgreSQL that fails, and real windows. Nightly adds npm run test:faults and npm run test:long.',
  },
  faults: {
    run: () => runTests('faults'),
    summary: 'npm run test:faults: the service for a team, with its proxies and failover.',
  },
  long: {
    run: async () => {
      await runInTurn(building);
      await runTests('long');
    },
    summary: 'npm run test:long: what takes minutes.',
  },
};

/** A check without a short time limit, so that tests with one get the processor first. */
const lowPriority: RunOptions = { isLowPriority: true };
const unusedExports: Check = ['unused exports', () => runScript('unused', lowPriority)];
const building: Check[] = [
  ['build for Chromium', () => runScript('build')],
  ['build for Firefox', () => runScript('build:firefox')],
];
const buildChecks: Check[] = [
  ['web-ext lint of the build for Chromium', () => webExtLint('.output/chrome-mv3')],
  ['web-ext lint of the build for Firefox', () => webExtLint('.output/firefox-mv3')],
  ['the same build from the sources package', () => rebuildFromSources(lowPriority)],
  ['package for Edge', () => runScript('zip:edge', lowPriority)],
];

/** What web-ext writes. */
const lintResult = z.object({ errors: z.array(z.object({ code: z.string(), message: z.string() })) });

const total: Counts = { passed: 0, failed: [], skipped: [] };
const { run, summary } = runs[mode] ?? unknownRun();
await rm(reports, { recursive: true, force: true });
await run();

if (process.env['CI'] === 'true') {
  total.failed.push(...total.skipped.map((name) => `${name} (skipped)`));
  total.skipped = [];
}
const failures = total.failed.map((name) => `Failed: ${name}`);
for (const line of failures) say(line);
for (const name of total.skipped) say(`Skipped: ${name}`);
// For .ci/run, which prints it at its end.
await mkdir(reports, { recursive: true });
await writeFile(join(reports, 'failed.txt'), failures.map((line) => `${line}\n`).join(''));
say(countsLine(total, missingPrograms()));
say(summary);
process.exitCode = total.failed.length === 0 ? 0 : 1;

function unknownRun(): never {
  throw new Error(`Name one of ${Object.keys(runs).join(', ')}.`);
}

async function runCheck(): Promise<void> {
  // `checkTypes` generates WXT's types again, but on a fresh clone the linter, which runs beside it, needs them as well.
  if (!existsSync(join(root, '.wxt', 'wxt.d.ts'))) await runPackage('wxt/bin/wxt.mjs', ['prepare']);
  await Promise.all([
    runInTurn([['types', checkTypes], unusedExports]),
    runInTurn([['lint', () => runScript('lint')]]),
    runTests('unit', 'components'),
  ]);
}

/** Browsers run at the end, with nothing beside them, because their tests have the shortest time limits. */
async function runTest(): Promise<void> {
  const built = runInTurn([...building, ['sizes', checkSizes]]);
  await Promise.all([
    built,
    runInTurn([
      ['types', () => runScript('types', lowPriority)],
      ['lint', () => runScript('lint', lowPriority)],
      unusedExports,
    ]),
    runWithoutBrowsers(built),
  ]);
  await runTests('journeys');
}

/** The service's tests wait more than they work, so they run beside the builds. The unit tests read what is built. */
async function runWithoutBrowsers(built: Promise<unknown>): Promise<void> {
  await runTests('service');
  await built;
  await runTests('unit', 'components');
}

/** Windows run at the end, as a key or a click goes to the one that is in front. */
async function runRest(): Promise<void> {
  process.env['WAYLARK_PROPERTY_RUNS'] = '10000';
  const built = runInTurn(building);
  await Promise.all([
    built.then(() => runInTurn(buildChecks)),
    runTests('cluster').then(() => runWithoutBrowsers(built)),
  ]);
  await runTests('browsers');
  await runTests('windows');
}

async function runInTurn(checks: Check[]): Promise<void> {
  for (const [name, check] of checks) {
    const began = performance.now();
    const outcome = await outcomeOf(check);
    sayOutcome(name, { ...outcome, began });
    if (!outcome.ok) total.failed.push(name);
  }
}

/** A check that throws has failed, such as that of the sizes of a build which is not there. */
async function outcomeOf(check: Check[1]): Promise<Outcome> {
  try {
    return await check();
  } catch (error) {
    return { ok: false, output: stackOf(error) };
  }
}

/** Adds the tests of these projects of vitest.config.ts to the total. */
async function runTests(...projects: string[]): Promise<void> {
  const began = performance.now();
  const name = `tests: ${projects.join(', ')}`;
  const file = join(reports, `${projects.join('-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = ['run', ...projects.flatMap((project) => ['--project', project]), ...reporters];
  const outcome = await runPackage('vitest/vitest.mjs', args, { show: true });

  const { passed, failed, skipped } = countTests(name, { written: await readReport(file), ok: outcome.ok });
  total.passed += passed;
  total.failed.push(...failed);
  total.skipped.push(...skipped);
  sayOutcome(name, { ...outcome, began });
}

/** Vitest writes no report if it cannot start. */
async function readReport(file: string): Promise<string | undefined> {
  return existsSync(file) ? readFile(file, 'utf8') : undefined;
}

/** The programs that skipped tests need, as far as it is known. */
function missingPrograms(): string[] {
  const needed = ['chromium', 'firefox', 'Xvfb', 'caddy', 'etcd', 'haproxy', 'patroni', 'pgbouncer', 'root'];
  const missing = (needed as Parameters<typeof lacks>).filter((each) => lacks(each));
  return postgresPrograms === undefined ? ['PostgreSQL', ...missing] : missing;
}

function sayOutcome(name: string, { ok, output, began }: Outcome & { began: number }): void {
  say(`${ok ? '✓' : '✗'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  if (!ok && output !== '') say(output.trimEnd());
}

async function checkTypes(): Promise<Outcome> {
  const prepared = await runPackage('wxt/bin/wxt.mjs', ['prepare']);
  // The linter and the tests occupy the other processors, and several checkers do some of the work several times.
  const args = ['--singleThreaded', '--incremental', '--tsBuildInfoFile', join(cache, 'types.json')];
  return prepared.ok ? runPackage('typescript/bin/tsc', args) : prepared;
}

/** Checks the sizes of the scripts that a browser loads. They are the same on every machine, unlike the times of `npm run bench`. */
function checkSizes(): Outcome {
  const figures = measureSizes(join(root, '.output/chrome-mv3'));
  return { ok: figures.every(holds), output: tableOf(figures) };
}

/** Runs Mozilla's linter on a built folder. It fails for errors, not for warnings. */
async function webExtLint(build: string): Promise<Outcome> {
  const args = ['lint', '--no-config-discovery', '--output', 'json', '--source-dir', build];
  const { output } = await runPackage('web-ext/bin/web-ext.js', args, lowPriority);
  // It writes no JSON if it fails itself, and other lines may come before the JSON.
  const json = /^\{.*$/ms.exec(output)?.[0];
  if (json === undefined) return { ok: false, output };

  // Mozilla requires `background.scripts` beside the service worker, and Chromium's extensions page warns of that key.
  const ignored = build.includes('firefox') ? [] : ['BACKGROUND_SERVICE_WORKER_NOFALLBACK'];
  const { errors: all } = lintResult.parse(JSON.parse(json));
  const errors = all.filter(({ code }) => !ignored.includes(code));
  return {
    ok: errors.length === 0,
    output: errors.map(({ code, message }) => `${code}: ${message}`).join('\n'),
  };
}
