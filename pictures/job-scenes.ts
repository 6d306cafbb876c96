import { testAttempt } from '../lib/history/test-helpers/attempt.ts';
import { idle, type JobChanges, type Outcome } from '../lib/jobs/job.ts';
import { shortHost } from '../tests/support/service/hosted-service.ts';
import { answered, secondConnection, type Step } from './scene-steps.ts';
import { now } from './studio.ts';

/** What a page of jobs needs to know of the profile: the id of the first connection, and links of the history. */
interface Profile {
  first: string;
  links: { id: string; title: string; link: string; shortLink?: string }[];
}

const readProfile = `new Promise((resolve) => {
  indexedDB.open('waylark-history').onsuccess = ({ target: { result: database } }) => {
    database.transaction('attempts').objectStore('attempts').getAll().onsuccess = async ({ target: { result } }) => {
      const { settings } = await chrome.storage.local.get('settings');
      resolve({ first: settings.connections[0].id, links: result.filter(({ shortLink }) => shortLink) });
    };
  };
})`;

/** The first of several connections has 12 links that can be moved, and two with a limit. */
export const linksToMove: Step = async (page) => {
  await page.evaluate(`new Promise((resolve) => {
    indexedDB.open('waylark-history').onsuccess = ({ target: { result: database } }) => {
      const attempts = database.transaction('attempts', 'readwrite').objectStore('attempts');
      attempts.getAll().onsuccess = ({ target: { result } }) => {
        const link = { ...result.find(({ shortLink }) => shortLink), account: '0', expiresAt: 1999999999 };
        for (let at = 0; at < 14; at += 1) attempts.put({ ...link, id: 'move' + at, limit: at < 2 ? 1 : undefined });
        attempts.transaction.oncomplete = resolve;
      };
    };
  })`);
};

/** Loads the page once more, with two connections and these jobs. */
export const withJobs =
  (jobsOf: (profile: Profile) => JobChanges[]): Step =>
  async (page) => {
    const jobs = jobsOf((await page.evaluate(readProfile)) as Profile);
    const summaries = jobs.map(({ job, status }) => ({ ...job, items: [], isRunning: status.isRunning }));
    await page.evaluateOnNewDocument(secondConnection);
    await answered({
      jobs: summaries,
      jobChanges: Object.fromEntries(jobs.map((each) => [each.job?.id, each])),
    })(page);
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

const common = { private: false, startedAt: 1 } as const;
const created = (count: number): Outcome[] => Array<Outcome>(count).fill(testAttempt());
const week = { kind: 'extend', extension: { kind: 'by', unit: 'week' } } as const;

const extensionOf = (id: string, outcomes: Outcome[], status?: Partial<JobChanges['status']>): JobChanges => {
  const items = outcomes.map(() => ({ attemptId: '', change: week }));
  return viewOf({ ...common, id, kind: 'change', items }, outcomes, status);
};

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
  const unknown: Outcome = { ...testAttempt(), ...links[2], shortLink: undefined, state: 'unknown' };
  const outcomes = [...moved, unknown, ...Array<null>(9).fill(null)];
  const job = { ...common, id: 'move', kind: 'move' as const, from: 'second', to: first, items };
  return [viewOf(job, outcomes, { stopped: 'by-person' })];
};

/** A job of each kind, running and ended. */
export const manyJobs = (profile: Profile): JobChanges[] => {
  const failures = [
    ['link-does-not-exist', 'no'],
    ['timeout', 'maybe'],
  ] as const;
  const failed = failures.map(([reason, hadEffect], at): Outcome => {
    const failure = { reason, hadEffect, service: 'https://api.example.com/v3' };
    return {
      ...testAttempt(),
      ...profile.links[at],
      state: hadEffect === 'no' ? 'failed' : 'unknown',
      failure,
    };
  });
  return [
    extensionOf('running', [...created(8), null, null, null, null], { isRunning: true }),
    extensionOf('queued', [null, null, null], { isRunning: true, isQueued: true }),
    ...(['offline', 'unreachable'] as const).map((reason) => {
      const failure = { reason, hadEffect: 'no', service: 'https://api.example.com/v3' } as const;
      const pause = { failure, until: now() + 120_000 };
      return extensionOf(reason, [...created(8), null, null, null, null], { isRunning: true, pause });
    }),
    listOf(profile, 'loading', 'sending'),
    extensionOf('extended', created(12)),
    extensionOf('failed', [...created(9), ...failed]),
    listOf(profile, 'loaded', 'created'),
    ...endedMove(profile),
  ];
};
