import type { Shortener } from '../shortening/shortening.ts';
import { type Job, requestOf } from './job.ts';
import type { JobKind } from './job-runner.ts';

/** How many requests that create links are pending at the same time. The rate limits of services count them. */
export const maxPending = 3;

/** What each kind of job does with an item. */
export const createJobKinds = (shortener: Pick<Shortener, 'shorten'>): Record<Job['kind'], JobKind> => ({
  shorten: { maxPending, send: (item, job) => shortener.shorten(requestOf(item, job)) },
});
