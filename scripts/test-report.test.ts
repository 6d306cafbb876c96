import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './programs.ts';
import { lastLine, type Quarantine, readReport, slowest } from './test-report.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waylark-report-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const test = (status: string, title: string) => ({
  status,
  title,
  fullName: `Suite ${title}`,
  ancestorTitles: ['Suite'],
  failureMessages: status === 'failed' ? [`Error: ${title} went wrong`] : [],
});

const read = async (testResults: object[], ok: boolean, quarantine: Quarantine = {}) => {
  const file = join(folder, 'report.json');
  await writeFile(file, JSON.stringify({ testResults }));
  return readReport(file, { ok, quarantine });
};

it.each([
  [{ passed: 3, failed: 0, quarantined: 0, skipped: 0 }, [], '3 passed, 0 failed'],
  [{ passed: 3, failed: 1, quarantined: 2, skipped: 0 }, [], '3 passed, 1 failed, 2 failed in quarantine'],
  [{ passed: 6, failed: 0, quarantined: 0, skipped: 7 }, [], '6 passed, 0 failed, 7 skipped'],
  [
    { passed: 6, failed: 0, quarantined: 0, skipped: 7 },
    ['caddy', 'pgbouncer'],
    '6 passed, 0 failed, 7 skipped (caddy, pgbouncer not found)',
  ],
])('the last line of %j without %j is %s', (counts, missing, line) => {
  expect(lastLine(counts, missing)).toBe(line);
});

describe('the report of a run', () => {
  it('counts, and says what failed and why', async () => {
    const tests = [test('passed', 'a'), test('failed', 'b'), test('pending', 'c')];
    const [result] = await read(
      [{ name: join(root, 'tests/x.test.ts'), status: 'failed', assertionResults: tests }],
      false,
    );
    expect(result).toMatchObject({ file: 'tests/x.test.ts', passed: 1, failed: 1, skipped: 1 });
    expect(result?.skippedSuites).toEqual(['Suite']);
    expect(result?.failures).toEqual(['tests/x.test.ts: Suite b\nError: b went wrong']);
  });

  it.each([
    ['a file that could not be run', [{ name: 'x', status: 'failed', message: 'No', assertionResults: [] }]],
    ['a run that failed without a failed test', []],
  ])('counts %s as one failure', async (_, files) => {
    const failed = (await read(files, false)).reduce((sum, each) => sum + each.failed, 0);
    expect(failed).toBe(1);
  });

  it('counts a run that wrote nothing as one failure, however it ended', async () => {
    const [result] = await readReport(join(folder, 'none.json'), { ok: true });
    expect(result?.failed).toBe(1);
  });

  it('counts a failed test in the quarantine on its own, with its reason', async () => {
    const tests = [test('failed', 'a'), test('failed', 'b')];
    const file = { name: join(root, 'x.test.ts'), status: 'failed', assertionResults: tests };
    const [result, ...more] = await read([file], false, { 'Suite a': 'Its cause is not known' });
    expect(result).toMatchObject({ failed: 1, quarantined: ['x.test.ts: Suite a (Its cause is not known)'] });
    expect(more).toEqual([]);
  });

  it('is no failure if all that failed is in the quarantine', async () => {
    const file = { name: join(root, 'x'), status: 'failed', assertionResults: [test('failed', 'a')] };
    const results = await read([file], false, { 'Suite a': 'A reason' });
    expect(results.map(({ failed }) => failed)).toEqual([0]);
  });

  it('has the slowest first', async () => {
    const tests = [1200, 60_000, 5].map((duration, index) => ({
      ...test('passed', String(index)),
      duration,
    }));
    const [result] = await read([{ name: join(root, 'x'), status: 'passed', assertionResults: tests }], true);
    expect(slowest(result?.tests ?? [], 2)).toEqual(['   60.0 s  x: Suite 1', '    1.2 s  x: Suite 0']);
  });
});
