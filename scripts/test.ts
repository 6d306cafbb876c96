/**
 * `npm run check`: types (incremental), unused exports, lint and unit tests in parallel, with fewer cases of each property test.
 * `npm test`: these, both builds, checks of the builds, and all tests but those of the projects "long" and "service-faults".
 * `npm run test:service-faults`: only the tests of that project. A check that fails shows its output. Failed
 * and skipped tests are listed at the end; the last line is "N passed, N failed" over all tests, in which a failed check counts
 * as one. In CI (CI=true) each skipped test counts as failed.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { holds, tableOf } from '../tests/bench/figures.ts';
import { measureSizes } from '../tests/bench/sizes.ts';
import { lacks } from '../tests/e2e/support/needs.ts';
import { postgresPrograms } from '../tests/service/postgres-cluster.ts';
import { type Outcome, root, type RunOptions, runPackage, runScript, say, stackOf } from './programs.ts';
import { rebuildFromSources } from './sources-package.ts';
import { countTests, type Counts, lastLine } from './test-report.ts';

type Check = [name: string, run: () => Outcome | Promise<Outcome>];

const cache = join(root, 'node_modules', '.cache', 'waylark');
// Node compiles the tools and libraries once, not in each of a dozen processes.
process.env['NODE_COMPILE_CACHE'] ??= join(cache, 'compiled');

/** Checks without a short time limit run at low priority, because tests with time limits run at the same time. */
const lowPriority: RunOptions = { isLowPriority: true };
const unusedExports: Check = ['unused exports', () => runScript('unused', lowPriority)];
const building: Check[] = [
  ['build for Chromium', () => runScript('build')],
  ['build for Firefox', () => runScript('build:firefox')],
];
const buildChecks: Check[] = [
  ['sizes', checkSizes],
  ['web-ext lint of the build for Chromium', () => webExtLint('.output/chrome-mv3')],
  ['web-ext lint of the build for Firefox', () => webExtLint('.output/firefox-mv3')],
  ['the same build from the sources package', () => rebuildFromSources(lowPriority)],
  ['package for Edge', () => runScript('zip:edge', lowPriority)],
  ['package for Safari', () => runScript('zip:safari', lowPriority)],
];

/** What web-ext writes. */
const lintResult = z.object({ errors: z.array(z.object({ code: z.string(), message: z.string() })) });

const folder = await mkdtemp(join(tmpdir(), 'waylark-test-'));
const total: Counts = { passed: 0, failed: [], skipped: [] };
let missing: string[];
try {
  missing = await run(process.argv[2]);
} finally {
  await rm(folder, { recursive: true, force: true });
}

if (process.env['CI'] === 'true') {
  total.failed.push(...total.skipped.map((name) => `${name} (skipped)`));
  total.skipped = [];
}
for (const name of total.failed) say(`Failed: ${name}`);
for (const name of total.skipped) say(`Skipped: ${name}`);
say(lastLine(total, missing));
process.exitCode = total.failed.length === 0 ? 0 : 1;

/** Resolves with the programs that skipped tests need, as far as it is known. */
async function run(mode: string | undefined): Promise<string[]> {
  const missing = postgresPrograms === undefined ? ['PostgreSQL'] : [];
  if (mode === 'check') await runQuick();
  else if (mode === 'service-faults') {
    await runTests(['service-faults'], { show: true });
    const needed = ['caddy', 'etcd', 'haproxy', 'patroni', 'pgbouncer', 'root'] as const;
    missing.push(...needed.filter((each) => lacks(each)));
  } else await runAll();
  return missing;
}

async function runQuick(): Promise<void> {
  // `checkTypes` generates WXT's types again, but on a fresh clone the linter, which runs beside it, needs them as well.
  if (!existsSync(join(root, '.wxt', 'wxt.d.ts'))) await runPackage('wxt/bin/wxt.mjs', ['prepare']);
  const tests = runTests(['unit', 'components'], { env: { WAYLARK_PROPERTY_RUNS: '500' } });
  await Promise.all([
    runInTurn([['types', checkTypes], unusedExports]),
    runInTurn([['lint', () => runScript('lint')]]),
    tests,
  ]);
}

/** Most tests in browsers run at the end, with nothing beside them, because they have the shortest time limits. */
async function runAll(): Promise<void> {
  const built = runInTurn(building);
  await Promise.all([
    built.then(() => runTests(['browsers-alone'], { show: true })),
    built.then(() => runInTurn(buildChecks)),
    runInTurn([
      ['types', () => runScript('types', lowPriority)],
      ['lint', () => runScript('lint', lowPriority)],
      unusedExports,
    ]),
    runWithoutBrowsers(built),
  ]);
  await runTests(['browsers'], { show: true });
}

/** The service's tests wait more than they work, so they run beside the builds. The unit tests read what is built. */
async function runWithoutBrowsers(built: Promise<unknown>): Promise<void> {
  await runTests(['service'], { show: true });
  await built;
  await runTests(['unit', 'components'], { ...lowPriority, show: true });
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

/** Adds the tests of these projects to the total. */
async function runTests(projects: string[], options: RunOptions): Promise<void> {
  const began = performance.now();
  const name = `tests: ${projects.join(', ')}`;
  const file = join(folder, `${projects.join('-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = ['run', ...projects.flatMap((project) => ['--project', project]), ...reporters];
  const outcome = await runPackage('vitest/vitest.mjs', args, options);

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
