import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of cases that the properties of what comes from outside are tried with. */
    manyRuns: number;
  }
}

/** `npm run test:rest` asks for 10,000 (scripts/test.ts). */
const manyRuns = Number(process.env['WAYLARK_PROPERTY_RUNS'] ?? 1000);

/** At least two processes, since many tests only wait. Vitest's default is one less than the number of cores. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/** Long time limits: property tests have many cases, and these tests run beside builds and checks. */
const longTimeouts = { testTimeout: 180_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } };

/** Not isolated: a process runs many files, which the set-up keeps apart. */
const withoutBrowsers = { isolate: false, setupFiles: ['tests/unit-setup.ts'], ...longTimeouts };

/** Removes what browsers and databases leave behind. */
const globalSetup = ['tests/support/browsers/temporary-folder.ts'];

/** Records what browsers show when a test fails. */
const runner = 'tests/support/browsers/runner.ts';

/** Not isolated: the files that a worker runs share its browsers (tests/support/browsers/shared-browser.ts). */
const inBrowsers = { isolate: false, testTimeout: 90_000, hookTimeout: 120_000, globalSetup, runner };

/** Each folder of tests is a project: the folder says when a file runs, and what may run beside it. */
export default defineConfig({
  test: {
    provide: { manyRuns },
    projects: [
      {
        test: {
          ...withoutBrowsers,
          name: 'unit',
          include: ['{lib,components,entrypoints,scripts,lint-rules,tests/support}/**/*.test.ts'],
          maxWorkers,
        },
      },
      {
        test: {
          ...withoutBrowsers,
          name: 'components',
          environment: 'happy-dom',
          include: ['components/**/*.test.tsx'],
          setupFiles: ['tests/unit-setup.ts', 'components/testing/setup.ts'],
          maxWorkers,
        },
      },
      {
        test: {
          ...withoutBrowsers,
          name: 'service',
          include: ['server/**/*.test.ts', 'tests/service/**/*.test.ts'],
          globalSetup: ['tests/support/service/folder-in-memory.ts'],
          // They wait more than they work: for limits of a second, for processes, for the database.
          maxWorkers: maxWorkers + 1,
        },
      },
      {
        test: {
          ...inBrowsers,
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          // They wait more than they work. A fourth makes two cores slower: its browsers work while they wait, too.
          maxWorkers: 3,
        },
      },
      {
        test: {
          ...inBrowsers,
          name: 'browsers',
          include: ['tests/browsers/**/*.test.ts'],
          maxWorkers: 3,
        },
      },
      {
        test: {
          ...inBrowsers,
          name: 'windows',
          include: ['tests/windows/**/*.test.ts'],
          fileParallelism: false,
        },
      },
      {
        test: {
          ...withoutBrowsers,
          name: 'cluster',
          include: ['tests/cluster/**/*.test.ts'],
          globalSetup,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          // In CI, where a skipped test counts as failed, the workflow tries the compose file with Docker.
          exclude: process.env['CI'] === 'true' ? ['tests/faults/containers.test.ts'] : [],
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
          runner,
        },
      },
    ],
  },
});
