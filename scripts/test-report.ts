import { relative } from 'node:path';
import type { JsonTestResults } from 'vitest/node';
import { root } from './programs.ts';

/** What a run of tests came to. */
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
  const tests = files.flatMap(({ name, status, assertionResults: all }) => {
    const file = relative(root, name);
    if (status === 'failed' && all.every((test) => test.status !== 'failed'))
      return [...all, { status: 'failed', fullName: 'could not be run' }].map((test) => ({ file, ...test }));
    return all.map((test) => ({ file, ...test }));
  });
  const namesOf = (isIn: (status: string) => boolean) =>
    tests.filter(({ status }) => isIn(status)).map(({ file, fullName }) => `${file}: ${fullName}`);
  const failed = namesOf((status) => status === 'failed');
  if (written === undefined || (!ok && failed.length === 0)) failed.push(`${run}: the run broke off`);
  return {
    passed: namesOf((status) => status === 'passed').length,
    failed,
    skipped: namesOf((status) => !['passed', 'failed'].includes(status)),
  };
}

/** How a run went: "N passed, N failed", then how much was skipped. `missing` are the programs that skipped tests need. */
export function lastLine({ passed, failed, skipped }: Counts, missing: readonly string[] = []): string {
  const line = `${String(passed)} passed, ${String(failed.length)} failed`;
  if (skipped.length === 0) return line;
  const why = missing.length > 0 ? ` (${missing.join(', ')} not found)` : '';
  return `${line}, ${String(skipped.length)} skipped${why}`;
}
