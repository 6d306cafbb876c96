import { relative } from 'node:path';
import type { JsonTestResults } from 'vitest/node';
import { root } from './programs.ts';

/** The result of a run of tests. */
export interface Counts {
  passed: number;
  /** What failed: a test, a file that could not be run, or a whole run. */
  failed: string[];
  skipped: string[];
}

/**
 * Counts what Vitest's json reporter wrote. A run that wrote nothing, or that failed without a failed test, is one failure.
 *
 * @param run its name
 * @param written the report; undefined if there is none
 * @param ok whether Vitest ended without an error
 */
export function countTests(
  run: string,
  { written, ok }: { written: string | undefined; ok: boolean },
): Counts {
  const files = written === undefined ? [] : (JSON.parse(written) as JsonTestResults).testResults;
  const tests = files.flatMap(({ name, status, assertionResults: results }) => {
    const couldNotRun = status === 'failed' && results.every((test) => test.status !== 'failed');
    const all = couldNotRun ? [...results, { status: 'failed', fullName: 'could not be run' }] : results;
    return all.map((test) => ({ file: relative(root, name), ...test }));
  });
  const namesOf = (isIncluded: (status: string) => boolean) =>
    tests.filter(({ status }) => isIncluded(status)).map(({ file, fullName }) => `${file}: ${fullName}`);
  const failed = namesOf((status) => status === 'failed');
  if (written === undefined || (!ok && failed.length === 0)) failed.push(`${run}: the run broke off`);
  return {
    passed: namesOf((status) => status === 'passed').length,
    failed,
    skipped: namesOf((status) => !['passed', 'failed'].includes(status)),
  };
}

/** "N passed, N failed", and how many were skipped. `missing` are the programs that these need. */
export function countsLine({ passed, failed, skipped }: Counts, missing: readonly string[] = []): string {
  const line = `${passed} passed, ${failed.length} failed`;
  if (skipped.length === 0) return line;
  const why = missing.length > 0 ? ` (${missing.join(', ')} not found)` : '';
  return `${line}, ${skipped.length} skipped${why}`;
}
