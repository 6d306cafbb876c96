import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Names of the outermost suites with something skipped in them. */
  skippedSuites: string[];
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), title: z.string(), ancestorTitles: z.array(z.string()) }),
      ),
    }),
  ),
});

/** Reads what vitest's json reporter wrote. A run that failed without a failed test counts as one failure. */
export async function readReport(file: string, { ok }: { ok: boolean }): Promise<Tally> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return { passed: 0, failed: 1, skipped: 0, skippedSuites: [] };
  const { testResults } = vitestReport.parse(JSON.parse(text));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (status: string) => tests.filter((test) => test.status === status).length;
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const [passed, failed] = [count('passed'), count('failed') + brokenFiles.length];
  const skippedTests = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  const names = skippedTests.map(({ ancestorTitles, title }) => ancestorTitles[0] ?? title);
  return {
    passed,
    failed: failed === 0 && !ok ? 1 : failed,
    skipped: skippedTests.length,
    skippedSuites: [...new Set(names)],
  };
}

export function addUp(tallies: Tally[]): Tally {
  const sum = (pick: (tally: Tally) => number) => tallies.reduce((total, tally) => total + pick(tally), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    skippedSuites: tallies.flatMap(({ skippedSuites }) => skippedSuites),
  };
}
