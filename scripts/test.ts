/**
 * `npm test`: types, lint, both builds and every test there is. Its last line is "N passed, N failed", over all tests, to
 * which a check that fails adds one. In CI (CI=true) a skipped suite counts as failed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPackage, runScript, type Outcome } from './programs.ts';
import { say } from './say.ts';
import { type FileResult, readReport, replaced } from './test-report.ts';
import { webExtLint } from './web-ext-lint.ts';

type Check = [name: string, run: () => Promise<Outcome>];

const builds = ['.output/chrome-mv3', '.output/firefox-mv3'];
const projects = ['unit', 'service', 'browsers', 'music'];
/** Real browsers with a few seconds to spare for each step, on machines that may be busy. */
const inBrowsers = ['browsers', 'music'];
/** More files than these do not fail by chance. */
const fewFiles = 4;
const inCi = process.env['CI'] === 'true';

const building: Check[] = [
  ['build for Chromium', () => runScript('build')],
  ['build for Firefox', () => runScript('build:firefox')],
];
const checking: Check[] = [
  ['package for Edge', () => runScript('zip:edge')],
  ['package for Safari', () => runScript('zip:safari')],
  ['types', () => runScript('types')],
  ['lint', () => runScript('lint')],
  ...builds.map((folder): Check => [`web-ext lint ${folder}`, () => webExtLint(folder)]),
];

const folder = await mkdtemp(join(tmpdir(), 'waylark-test-'));
try {
  const failedChecks: string[] = [];
  for (const build of building) failedChecks.push(...(await runCheck(build)));
  failedChecks.push(...(await Promise.all(checking.map(runCheck))).flat());
  const results: FileResult[] = [];
  for (const project of projects) results.push(...(await runProject(project)));
  process.exitCode = report(results, failedChecks);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Its name where it failed; what it wrote is shown then. */
async function runCheck([name, run]: Check): Promise<string[]> {
  const { ok, output } = await run();
  say(`${ok ? '✓' : '✗'} ${name}`);
  if (!ok) say(output.trimEnd());
  return ok ? [] : [name];
}

/** A file of browser tests that failed is run once more, alone: what fails twice has failed. What did not is named. */
async function runProject(project: string): Promise<FileResult[]> {
  say(`\nTests: ${project}`);
  const first = await runVitest(project, []);
  const failed = first.filter((result) => result.failed > 0);
  const isWorthIt = inBrowsers.includes(project) && failed.length > 0 && failed.length <= fewFiles;
  if (!isWorthIt || failed.some(({ file }) => file === '')) return first;
  for (const failure of failed.flatMap(({ failures }) => failures))
    say(`\nOnce more, as it failed: ${failure}`);
  const files = failed.map(({ file }) => file);
  const second = await runVitest(project, ['--no-file-parallelism', ...files]);
  return replaced(first, second);
}

async function runVitest(project: string, more: string[]): Promise<FileResult[]> {
  const file = join(folder, `${project}-${String(more.length)}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = ['run', '--project', project, ...reporters, ...more];
  const { ok } = await runPackage('vitest/vitest.mjs', args, { show: true });
  return readReport(file, { ok });
}

/** Says how it went and returns the exit code. */
function report(results: FileResult[], failedChecks: string[]): number {
  const sum = (what: 'passed' | 'failed' | 'skipped') =>
    results.reduce((total, result) => total + result[what], 0);
  const [failed, skipped] = [sum('failed'), sum('skipped')];
  const skippedSuites = new Set(results.flatMap((result) => result.skippedSuites));
  for (const failure of results.flatMap(({ failures }) => failures)) say(`Failed: ${failure}\n`);
  for (const name of failedChecks) say(`Failed: ${name}`);
  for (const name of skippedSuites) say(inCi ? `Failed, as it was skipped: ${name}` : `Skipped: ${name}`);
  const allFailed = failed + failedChecks.length + (inCi ? skipped : 0);
  const ending = skipped > 0 && !inCi ? `, ${String(skipped)} skipped` : '';
  say(`${String(sum('passed'))} passed, ${String(allFailed)} failed${ending}`);
  return allFailed === 0 ? 0 : 1;
}
