import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import * as z from 'zod/mini';
import { root } from './programs.ts';

/** How one test file went. */
export interface FileResult {
  /** From the repository's folder. */
  file: string;
  passed: number;
  failed: number;
  skipped: number;
  /** Names of the outermost suites with something skipped in them. */
  skippedSuites: string[];
  /** What failed, each with its first words about why. */
  failures: string[];
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          title: z.string(),
          fullName: z.string(),
          ancestorTitles: z.array(z.string()),
          failureMessages: z.optional(z.nullable(z.array(z.string()))),
        }),
      ),
    }),
  ),
});

type Reported = z.infer<typeof vitestReport>['testResults'][number];

/** Characters: enough to know where to look. */
const enough = 600;
const short = (words = ''): string => words.slice(0, enough).trimEnd();

function resultOf({ name, status, message, assertionResults: tests }: Reported): FileResult {
  const file = relative(root, name);
  const failed = tests.filter((test) => test.status === 'failed');
  const skipped = tests.filter((test) => test.status !== 'passed' && test.status !== 'failed');
  const failures = failed.map(
    ({ fullName, failureMessages }) => `${file}: ${fullName}\n${short(failureMessages?.[0])}`,
  );
  // A file that broke outside of its tests, or as a whole, is one failure.
  const isBroken = status === 'failed' && failed.length === 0;
  if (isBroken) failures.push(`${file}: could not be run\n${short(message)}`);
  return {
    file,
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: failures.length,
    skipped: skipped.length,
    skippedSuites: [...new Set(skipped.map(({ ancestorTitles, title }) => ancestorTitles[0] ?? title))],
    failures,
  };
}

/** Reads what vitest's json reporter wrote. A run that failed without a failed test counts as one failure. */
export async function readReport(file: string, { ok }: { ok: boolean }): Promise<FileResult[]> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const results = text === undefined ? [] : vitestReport.parse(JSON.parse(text)).testResults.map(resultOf);
  const isWell = (ok && text !== undefined) || results.some(({ failed }) => failed > 0);
  return isWell ? results : [...results, ...broken];
}

const broken: FileResult[] = [
  { file: '', passed: 0, failed: 1, skipped: 0, skippedSuites: [], failures: ['A run of vitest broke off'] },
];

/** The results with those of a second run in the place of the same files' first. */
export const replaced = (first: FileResult[], second: FileResult[]): FileResult[] =>
  first.map((result) => second.find(({ file }) => file === result.file) ?? result);
