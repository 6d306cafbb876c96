import { relative } from 'node:path';
import * as z from 'zod/mini';
import { root } from './programs.ts';

/** What a run of tests came to. */
export interface Counts {
  passed: number;
  /** What failed: a test, a file that could not be run, or a whole run. */
  failed: string[];
  /** The tests that were skipped. */
  skipped: string[];
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

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
  const counts: Counts = { passed: 0, failed: [], skipped: [] };
  const files = written === undefined ? [] : vitestReport.parse(JSON.parse(written)).testResults;

  for (const { name, status, assertionResults: tests } of files) {
    const file = relative(root, name);
    const namesOf = (isIn: (status: string) => boolean) =>
      tests.filter((test) => isIn(test.status)).map(({ fullName }) => `${file}: ${fullName}`);
    const failed = namesOf((each) => each === 'failed');
    counts.passed += namesOf((each) => each === 'passed').length;
    counts.failed.push(...failed);
    counts.skipped.push(...namesOf((each) => each !== 'passed' && each !== 'failed'));
    if (status === 'failed' && failed.length === 0) counts.failed.push(`${file}: could not be run`);
  }

  if (written === undefined || (!ok && counts.failed.length === 0))
    counts.failed.push(`${run}: the run broke off`);
  return counts;
}

/** How a run went: "N passed, N failed", then how much was skipped. `missing` are the programs that skipped tests need. */
export function lastLine({ passed, failed, skipped }: Counts, missing: readonly string[] = []): string {
  const line = `${String(passed)} passed, ${String(failed.length)} failed`;
  if (skipped.length === 0) return line;
  const why = missing.length > 0 ? ` (${missing.join(', ')} not found)` : '';
  return `${line}, ${String(skipped.length)} skipped${why}`;
}
