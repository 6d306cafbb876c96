import { expect, it } from 'vitest';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import type { Job, Outcome } from '../../lib/jobs/job.ts';
import { resultText } from '../../lib/jobs/job-texts.ts';

const created = testAttempt();
const reused = testAttempt({ isReused: true });
const unknown = testAttempt({ state: 'unknown', shortLink: undefined });
const failed = testAttempt({ state: 'failed', shortLink: undefined });
const common = { id: 'job', private: false, startedAt: 1 } as const;
const extendBy = (unit: 'week' | 'month') => [
  { attemptId: '', change: { kind: 'extend' as const, extension: { kind: 'by' as const, unit } } },
];
const jobs = {
  shorten: { ...common, kind: 'shorten', validity: { kind: 'never' }, items: [] },
  extend: { ...common, kind: 'change', items: extendBy('week') },
  'extend by a month': { ...common, kind: 'change', items: extendBy('month') },
} satisfies Record<string, Job>;

it.each<[keyof typeof jobs, Outcome[], string]>([
  [
    'shorten',
    [created, reused, unknown, failed, null],
    '1 link created, 1 may exist, 1 already existed, 1 not created',
  ],
  ['shorten', [reused, reused, unknown], '1 link may exist, 2 already existed'],
  ['shorten', [reused, reused, failed], '2 links already existed, 1 not created'],
  ['shorten', [null], '0 links created'],
  ['shorten', [failed], '0 links created, 1 not created'],
  ['extend', [created, unknown, failed], '1 link extended by 1 week, 1 may have been changed, 1 not'],
  ['extend by a month', [created], '1 link extended by 30 days'],
  ['extend', [failed, failed, null], '0 links extended by 1 week, 2 not'],
])('the first part of the result of a job says what is counted: %s, $2', (kind, outcomes, result) => {
  expect(resultText({ job: jobs[kind], outcomes }, [])).toBe(result);
});
