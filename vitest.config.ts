import { defineConfig } from 'vitest/config';

const node = { environment: 'node' as const };
const inBrowsers = { testTimeout: 90_000, hookTimeout: 120_000 };
/** Those that run alone: they measure how soon a sound begins and ends, or set a policy for all browsers of the machine. */
const music = [
  ...['silence', 'time', 'service', 'wishes', 'telling'].map((name) => `tests/e2e/music-${name}.test.ts`),
  'tests/e2e/policy.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          include: ['{lib,components,scripts}/**/*.test.{ts,tsx}', 'eslint-rules/*.test.ts'],
          // Properties are tried many times, and machines may be busy.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...node,
          name: 'service',
          include: ['server/**/*.test.ts', 'tests/service/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...node,
          ...inBrowsers,
          name: 'browsers',
          include: ['tests/{e2e,player,toast}/**/*.test.ts'],
          exclude: music,
          // They wait more than they work.
          maxWorkers: 3,
        },
      },
      {
        test: {
          ...node,
          ...inBrowsers,
          name: 'music',
          include: music,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...node,
          name: 'long',
          include: ['tests/long/**/*.test.ts'],
          testTimeout: 20 * 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
