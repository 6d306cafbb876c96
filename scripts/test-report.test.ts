import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './programs.ts';
import { readReport, replaced } from './test-report.ts';

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

const read = async (testResults: object[], ok: boolean) => {
  const file = join(folder, 'report.json');
  await writeFile(file, JSON.stringify({ testResults }));
  return readReport(file, { ok });
};

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

  it('takes the second result of a file in the place of its first', async () => {
    const files = (status: string) =>
      ['x', 'y'].map((name) => ({
        name: join(root, name),
        status: name === 'x' ? status : 'passed',
        assertionResults: [test(name === 'x' ? status : 'passed', name)],
      }));
    const first = await read(files('failed'), false);
    const second = (await read(files('passed'), true)).slice(0, 1);
    expect(replaced(first, second).map(({ failed, passed }) => [failed, passed])).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });
});
