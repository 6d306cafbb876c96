import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of cases that the properties of what comes from outside are tried with. */
    manyRuns: number;
  }
}

/** 10,000 wherever a change is accepted; `npm run check` asks for fewer, as it runs after every change (scripts/test.ts). */
const manyRuns = Number(process.env['WAYLARK_PROPERTY_RUNS'] ?? 10_000);

/** At least two processes, since many tests only wait. Vitest's default is one less than the number of cores. */
const maxWorkers = Math.max(2, availableParallelism() - 1);
/** Removes what browsers leave behind. */
const globalSetup = ['scripts/temporary-folder.ts'];
/** Not isolated: the files that a worker runs share its browsers (tests/e2e/support/shared-browser.ts). */
const inBrowsers = { isolate: false, testTimeout: 90_000, hookTimeout: 120_000, globalSetup };
/**
 * No other browser tests run beside these, only checks: one takes a picture of each page, which Chromium may never draw while
 * other browsers start; the other only waits.
 */
const alone = ['music-pages', 'failures'].map((name) => `tests/e2e/${name}.test.ts`);
/** Long time limits: property tests have many cases, and `npm test` runs these with a low priority. */
const longTimeouts = { testTimeout: 180_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } };

/** Tests that take long although their files are short. */
const long = ['toast-copying', 'screens', 'crash', 'omnibox', 'player-update', 'move', 'music-keyboard'];

/**
 * Begins with those, and goes on as Vitest does: with what took longest the last time, or with the longest file; so none of them is
 * left over for one worker at the end. The components come after the unit tests, as each project has workers of its own.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number =>
      (project.name === 'components' ? 2 : 0) + (long.includes(basename(moduleId, '.test.ts')) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    provide: { manyRuns },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{lib,components,entrypoints,scripts,lint-rules}/**/*.test.ts'],
          // A process runs many files, which the set-up keeps apart.
          isolate: false,
          maxWorkers,
          setupFiles: ['tests/unit-setup.ts'],
          ...longTimeouts,
        },
      },
      {
        test: {
          name: 'components',
          // As for the unit tests: a DOM for each file would take four times as long.
          isolate: false,
          maxWorkers,
          environment: 'happy-dom',
          include: ['components/**/*.test.tsx'],
          ...longTimeouts,
          setupFiles: ['tests/unit-setup.ts', 'components/testing/setup.ts'],
        },
      },
      {
        test: {
          name: 'service',
          include: ['server/**/*.test.ts', 'tests/service/**/*.test.ts'],
          // As for the unit tests.
          isolate: false,
          setupFiles: ['tests/unit-setup.ts'],
          // They wait more than they work: for limits of a second, for processes, for the database.
          maxWorkers: maxWorkers + 1,
          ...longTimeouts,
        },
      },
      {
        test: {
          ...inBrowsers,
          name: 'browsers',
          include: ['tests/{e2e,player,toast}/**/*.test.ts'],
          exclude: alone,
          // They wait more than they work. A fourth makes two cores slower: its browsers work while they wait, too.
          maxWorkers: 3,
        },
      },
      {
        test: {
          ...inBrowsers,
          name: 'browsers-alone',
          include: alone,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'service-faults',
          include: ['tests/service-faults/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          globalSetup,
        },
      },
      {
        test: {
          name: 'long',
          include: ['tests/long/**/*.test.ts'],
          testTimeout: 20 * 60_000,
          hookTimeout: 120_000,
          globalSetup,
        },
      },
    ],
  },
});
