import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './programs.ts';
import { countTests, countsLine } from './test-report.ts';

const file = (status: string, ...statuses: string[]) => ({
  name: join(root, 'tests/x.test.ts'),
  status,
  assertionResults: statuses.map((each, at) => ({ status: each, fullName: `Suite ${at}` })),
});
const report = (...testResults: object[]) => JSON.stringify({ testResults });

it.each([
  [{ passed: 3, failed: [], skipped: [] }, [], '3 passed, 0 failed'],
  [{ passed: 6, failed: ['a'], skipped: ['b', 'c'] }, [], '6 passed, 1 failed, 2 skipped'],
  [{ passed: 6, failed: [], skipped: ['b'] }, ['caddy'], '6 passed, 0 failed, 1 skipped (caddy not found)'],
])('the last line of %j without %j is %s', (counts, missing, line) => {
  expect(countsLine(counts, missing)).toBe(line);
});

it('counts the tests of a run, and names what failed and what was skipped', () => {
  const written = report(file('failed', 'passed', 'failed', 'pending', 'passed', 'todo'));
  expect(countTests('unit', { written, ok: false })).toEqual({
    passed: 2,
    failed: ['tests/x.test.ts: Suite 1'],
    skipped: ['tests/x.test.ts: Suite 2', 'tests/x.test.ts: Suite 4'],
  });
});

it.each([
  ['a file that could not be run', report(file('failed'), file('passed', 'passed')), false],
  ['a run that failed without a failed test', report(file('passed', 'passed')), false],
  ['a run that wrote nothing, however it ended', undefined, true],
])('counts %s as one failure', (_, written, ok) => {
  expect(countTests('unit', { written, ok }).failed).toHaveLength(1);
});
