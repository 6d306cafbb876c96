import { defineConfig } from 'vitest/config';

const node = { environment: 'node' as const };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          include: ['{lib,components,scripts}/**/*.test.ts', 'eslint-rules/*.test.ts'],
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
          name: 'browsers',
          include: ['tests/{e2e,player,toast}/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
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
