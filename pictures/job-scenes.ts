import type { Attempt } from '../lib/history/types.ts';
import { testAttempt } from '../lib/history/test-helpers/attempt.ts';
import { idle, type JobChanges, type Outcome } from '../lib/jobs/job.ts';
import { shortHost } from '../tests/support/service/hosted-service.ts';
import type { Samples } from './sample-data.ts';
import { answered, secondConnection, type Step } from './scene-steps.ts';
import { now } from './studio.ts';

/** What a page of jobs needs to know of the profile: the id of the first connection, and links of the history. */
interface Profile {
  first: string;
  links: readonly Attempt[];
  samples: Samples;
}

/** The first of several connections has 12 links that can be moved, and two with a limit. */
export const linksToMove: Step = async (_, { attempts, putAttempts }) => {
  const link = { ...(await attempts())[0], account: '0', expiresAt: 1999999999 };
  const ids = Array.from({ length: 14 }, (__, at) => `move${at}`);
  await putAttempts(ids.map((id, at) => ({ ...link, id, limit: at < 2 ? 1 : undefined })));
};

/** Loads the page once more, with these jobs. */
const answeredJobs = (jobs: readonly JobChanges[]) =>
  answered({
    jobs: jobs.map(({ job, status }) => ({ ...job, items: [], isRunning: status.isRunning })),
    jobChanges: Object.fromEntries(jobs.map((each) => [each.job?.id, each])),
  });

/** Loads the page once more, with two connections and these jobs. */
export const withJobs =
  (jobsOf: (profile: Profile) => JobChanges[]): Step =>
  async (page, { samples, attempts, firstConnection }) => {
    const jobs = jobsOf({ first: await firstConnection(), links: await attempts(), samples });
    await page.evaluateOnNewDocument(secondConnection(samples));
    await answeredJobs(jobs)(page);
  };

const viewOf = (
  job: NonNullable<JobChanges['job']>,
  outcomes: Outcome[],
  status: Partial<JobChanges['status']> = {},
): JobChanges => ({
  revision: 'a 1',
  status: { ...idle, ...status },
  job,
  outcomes: outcomes.map((each, at) => [at, each]),
});

const service = 'https://api.yourteam.example/v3';
const common = { private: false, startedAt: 1 } as const;
const created = (count: number): Outcome[] => Array<Outcome>(count).fill(testAttempt());
const week = { kind: 'extend', extension: { kind: 'by', unit: 'week' } } as const;

const extensionOf = (id: string, outcomes: Outcome[], status?: Partial<JobChanges['status']>): JobChanges => {
  const items = outcomes.map(() => ({ attemptId: '', change: week }));
  return viewOf({ ...common, id, kind: 'change', items }, outcomes, status);
};

const extending = extensionOf('running', [...created(8), null, null, null, null], { isRunning: true });

/** Loads the page once more, while a job extends links. */
export const runningJob: Step = answeredJobs([extending]);

const listOf = ({ first }: Profile, id: string, state: 'sending' | 'created'): JobChanges => {
  const list = { pages: [], loaded: 214, added: 9, ids: Array.from({ length: 9 }, String), isEndless: false };
  const items = [{ connection: first }];
  const outcomes = [{ ...testAttempt({ state }), list }];
  return viewOf({ ...common, id, kind: 'load', items }, outcomes, { isRunning: state === 'sending' });
};

/** A move of links that a person has stopped. */
export const endedMove = ({ first, links }: Profile): JobChanges[] => {
  const items = Array.from({ length: 12 }, (_, at) => ({ oldId: links[at]?.id ?? '' }));
  const moved = ['c7HdTn2Q', 'Vb4YsE9L'].map((each) =>
    testAttempt({ shortLink: `https://${shortHost}/${each}` }),
  );
  const failure = { reason: 'timeout', hadEffect: 'maybe', service: 'https://api.wren.example/v3' } as const;
  const unknown: Outcome = { ...testAttempt(), ...links[2], shortLink: undefined, state: 'unknown', failure };
  const outcomes = [...moved, unknown, ...Array<null>(9).fill(null)];
  const job = { ...common, id: 'move', kind: 'move' as const, from: first, to: 'second', items };
  return [viewOf(job, outcomes, { stopped: 'by-person' })];
};

/** A job of each kind, running and ended. */
export const manyJobs = (profile: Profile): JobChanges[] => {
  const failures = [
    ['link-does-not-exist', 'no'],
    ['timeout', 'maybe'],
  ] as const;
  const failed = failures.map(([reason, hadEffect], at): Outcome => {
    const failure = { reason, hadEffect, service };
    // The history does not have the last pages.
    const { title = '', link = '' } = profile.samples.pages.at(-1 - at) ?? {};
    return {
      ...testAttempt({ title, link }),
      state: hadEffect === 'no' ? 'failed' : 'unknown',
      failure,
    };
  });
  return [
    extending,
    extensionOf('queued', [null, null, null], { isRunning: true, isQueued: true }),
    ...(['offline', 'unreachable'] as const).map((reason) => {
      const failure = { reason, hadEffect: 'no', service } as const;
      const pause = { failure, until: now() + 120_000 };
      return extensionOf(reason, [...created(8), null, null, null, null], { isRunning: true, pause });
    }),
    listOf(profile, 'loading', 'sending'),
    extensionOf('extended', created(12)),
    extensionOf('failed', [...created(10), ...failed]),
    listOf(profile, 'loaded', 'created'),
    ...endedMove(profile),
  ];
};
