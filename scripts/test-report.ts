import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import * as z from 'zod/mini';
import { root } from './programs.ts';

/** One test, or one file, and how long it took. */
export interface Timing {
  name: string;
  seconds: number;
}

/** How one test file went. */
export interface FileResult {
  /** From the repository's folder. */
  file: string;
  /** Of the whole file, from its first test on. */
  seconds: number;
  tests: Timing[];
  passed: number;
  failed: number;
  skipped: number;
  /** Names of the outermost suites with something skipped in them. */
  skippedSuites: string[];
  /** What failed, each with its first words about why. */
  failures: string[];
  /** The failures of tests in the quarantine, each with the reason that is given there. */
  quarantined: string[];
}

/** Tests whose failure does not fail the run, by full name, each with the reason why it is not mended yet. */
export type Quarantine = Readonly<Record<string, string>>;

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      startTime: z.optional(z.number()),
      endTime: z.optional(z.number()),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          title: z.string(),
          fullName: z.string(),
          ancestorTitles: z.array(z.string()),
          duration: z.optional(z.nullable(z.number())),
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

function resultOf(reported: Reported, quarantine: Quarantine): FileResult {
  const { name, status, message, assertionResults: tests, startTime = 0, endTime = 0 } = reported;
  const file = relative(root, name);
  const allFailed = tests.filter((test) => test.status === 'failed');
  const [failed, quarantined] = [false, true].map((isIn) =>
    allFailed.filter(({ fullName }) => fullName in quarantine === isIn),
  ) as [Reported['assertionResults'], Reported['assertionResults']];
  const skipped = tests.filter((test) => test.status !== 'passed' && test.status !== 'failed');
  const failures = failed.map(
    ({ fullName, failureMessages }) => `${file}: ${fullName}\n${short(failureMessages?.[0])}`,
  );
  // A file that broke outside of its tests, or as a whole, is one failure.
  const isBroken = status === 'failed' && allFailed.length === 0;
  if (isBroken) failures.push(`${file}: could not be run\n${short(message)}`);
  return {
    file,
    seconds: (endTime - startTime) / 1000,
    tests: tests.map(({ fullName, duration }) => ({
      name: `${file}: ${fullName}`,
      seconds: (duration ?? 0) / 1000,
    })),
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: failures.length,
    skipped: skipped.length,
    skippedSuites: [...new Set(skipped.map(({ ancestorTitles, title }) => ancestorTitles[0] ?? title))],
    failures,
    quarantined: quarantined.map(({ fullName }) => `${file}: ${fullName} (${quarantine[fullName] ?? ''})`),
  };
}

interface Run {
  /** Whether vitest ended without an error. */
  ok: boolean;
  quarantine?: Quarantine;
}

/** Reads what vitest's json reporter wrote. A run that failed without a failed test counts as one failure. */
export async function readReport(file: string, { ok, quarantine = {} }: Run): Promise<FileResult[]> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return [broken];
  const reported = vitestReport.parse(JSON.parse(text)).testResults;
  const results = reported.map((each) => resultOf(each, quarantine));
  const isExplained = results.some(({ failed, quarantined }) => failed + quarantined.length > 0);
  return ok || isExplained ? results : [...results, broken];
}

const broken: FileResult = {
  file: '',
  seconds: 0,
  tests: [],
  passed: 0,
  failed: 1,
  skipped: 0,
  skippedSuites: [],
  failures: ['A run of vitest broke off'],
  quarantined: [],
};

interface Counts {
  passed: number;
  failed: number;
  quarantined: number;
  skipped: number;
}

/** How a run went: "N passed, N failed", then what else there was. `missing` are the programs that skipped tests need. */
export function lastLine(
  { passed, failed, quarantined, skipped }: Counts,
  missing: readonly string[] = [],
): string {
  const parts = [`${String(passed)} passed`, `${String(failed)} failed`];
  if (quarantined > 0) parts.push(`${String(quarantined)} failed in quarantine`);
  if (skipped > 0) parts.push(`${String(skipped)} skipped`);
  const why = skipped > 0 && missing.length > 0 ? ` (${missing.join(', ')} not found)` : '';
  return parts.join(', ') + why;
}

/** The slowest first, so many of them, a line each. */
export function slowest(timings: Timing[], count: number): string[] {
  return timings
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
