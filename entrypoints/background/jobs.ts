import * as z from 'zod/mini';
import { afterStartup } from '../../lib/async/async.ts';
import { onLastPrivateWindowClosed } from '../../lib/browser/pages.ts';
import type { Service } from '../../lib/connection/service.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import type { Journals } from '../../lib/history/types.ts';
import { storedJob, storedState } from '../../lib/jobs/job.ts';
import { createJobKinds } from '../../lib/jobs/job-kinds.ts';
import { JobRunner } from '../../lib/jobs/job-runner.ts';
import type { LinkChanger } from '../../lib/managing/link-changer.ts';
import type { Shortener } from '../../lib/shortening/shortening.ts';
import { localItem, onManagedChange, sessionItem } from '../../lib/storage/storage.ts';
import { browser } from '../../lib/webextension/browser.ts';

/** The name of the alarm that starts the background again during a job. */
const jobAlarm = 'jobs';

/** The least that Chromium allows. */
const alarmPeriodMinutes = 0.5;

/** Goes on with jobs after a start of the background. Registers its listeners at once. */
export const startJobs = ({
  shortener,
  changer,
  connection,
  journals,
  syncAndLogErrors,
}: {
  shortener: Shortener;
  changer: LinkChanger;
  connection: Service['connection'];
  journals: Journals;
  syncAndLogErrors(): Promise<unknown>;
}): JobRunner => {
  const jobs = z.record(z.string(), storedJob);
  const states = z.record(z.string(), storedState);
  const runner = new JobRunner({
    kinds: createJobKinds({ shortener, changer, connection, journal: journals.regular }),
    journals,
    findAttempt: shortener.findAttempt,
    stored: {
      regular: { jobs: localItem('jobs', jobs), states: localItem('job-states', states) },
      private: { jobs: sessionItem('private-jobs', jobs), states: sessionItem('private-job-states', states) },
    },
    setAlarm: (isOn) =>
      isOn
        ? browser.alarms.create(jobAlarm, { periodInMinutes: alarmPeriodMinutes })
        : browser.alarms.clear(jobAlarm),
  });
  // The alarm starts the background again if the browser has stopped it.
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === jobAlarm) void runner.restore();
  });
  onLastPrivateWindowClosed(() => runner.endPrivate());
  // A move sends an ending only to a service that is known to have endings.
  const resume = () => syncAndLogErrors().then(() => runner.resume());
  onManagedChange(() => void resume().catch(logAndReturn(undefined)));
  afterStartup(() => runner.restore());
  return runner;
};
