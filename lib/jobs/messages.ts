import * as z from 'zod/mini';
import { message } from '../messaging/message.ts';
import { onlyId } from '../shortening/request.ts';
import { job } from './job.ts';
import type { JobRunner } from './job-runner.ts';

const pages = ['batch', 'history', 'options'] as const;

/** Long work on many links, which goes on when its page is closed. */
export const jobMessages = (runner: JobRunner) => ({
  /** Stores a job and begins it. No answer: it may not have begun; a second message with its id does not begin it twice. */
  startJob: message({
    from: pages,
    request: () => job,
    async handle(request) {
      await runner.start(request);
      return true;
    },
  }),

  /** The jobs that run, and those whose result was not closed; the newest first. */
  jobs: message({
    from: [...pages, 'popup'],
    request: () => z.object({ private: z.boolean() }),
    handle: (request) => runner.list(request.private),
  }),

  /** What has changed of a job since a revision, as soon as anything has, or after 15 s; null if there is no such job. */
  jobChanges: message({
    from: pages,
    request: () => z.extend(onlyId(), { since: z.string() }),
    handle: ({ id, since }) => runner.changes(id, since),
  }),

  /**
   * "retry" sends what a job that has ended did not do, "stop" finishes what is pending and sends nothing more, and "close" removes a
   * job that has ended.
   */
  controlJob: message({
    from: pages,
    request: () => z.extend(onlyId(), { action: z.enum(['retry', 'stop', 'close']) }),
    async handle({ id, action }) {
      await runner[action](id);
      return null;
    },
  }),
});
