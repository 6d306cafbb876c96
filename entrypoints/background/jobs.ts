import { afterStartup } from '../../lib/async/async.ts';
import { showJobBadge } from '../../lib/browser/badge.ts';
import { mayNotify, notify } from '../../lib/browser/notifications.ts';
import { isPageOpen, onLastPrivateWindowClosed } from '../../lib/browser/pages.ts';
import type { Service } from '../../lib/connection/service.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import type { Journals } from '../../lib/history/types.ts';
import { text, withSpaces } from '../../lib/i18n/texts.ts';
import { type JobView, storedJobs } from '../../lib/jobs/job.ts';
import { createJobKinds } from '../../lib/jobs/job-kinds.ts';
import { JobRunner } from '../../lib/jobs/job-runner.ts';
import { meaningOf, resultText } from '../../lib/jobs/job-texts.ts';
import type { LinkChanger } from '../../lib/managing/link-changer.ts';
import type { LinkLoader } from '../../lib/managing/link-loader.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import type { Shortener } from '../../lib/shortening/shortening.ts';
import { localItem, onManagedChange, sessionItem } from '../../lib/storage/storage.ts';
import { browser } from '../../lib/webextension/browser.ts';

/** The name of the alarm that starts the background again during a job. */
const jobAlarm = 'jobs';

/** The least that Chromium allows. */
const alarmPeriodMinutes = 0.5;

/** Says how a job has ended, if no page shows it; a click opens the history (reminder-notifications.ts), which does. */
const notifyOfEnd = async (view: JobView): Promise<void> => {
  const { id, kind, private: isPrivate } = view.job;
  if (isPrivate || !(await mayNotify())) return;
  const showing = ['/history.html', `job=${id}`, ...(kind === 'move' ? ['/options.html'] : [])];
  if (await isPageOpen((address) => showing.some((each) => address.includes(each)))) return;
  const { connections } = await readSettingsOrDefaults();
  await notify({
    id: `/history.html#job=${id}`,
    title: withSpaces(resultText(view, connections)),
    message: withSpaces(meaningOf(view) || text('extensionName')),
  });
};

/** Goes on with jobs after a start of the background. Registers its listeners at once. */
export const startJobs = ({
  shortener,
  changer,
  loader,
  connection,
  journals,
  syncAndLogErrors,
}: {
  shortener: Shortener;
  changer: LinkChanger;
  loader: LinkLoader;
  connection: Service['connection'];
  journals: Journals;
  syncAndLogErrors(): Promise<unknown>;
}): JobRunner => {
  const runner = new JobRunner({
    kinds: createJobKinds({ shortener, changer, loader, connection, journal: journals.regular }),
    journals,
    stored: {
      regular: localItem('jobs', storedJobs),
      private: sessionItem('private-jobs', storedJobs),
    },
    setAlarm: (isOn) =>
      isOn
        ? browser.alarms.create(jobAlarm, { periodInMinutes: alarmPeriodMinutes })
        : browser.alarms.clear(jobAlarm),
    showLeft: (count) => showJobBadge(count).catch(logAndReturn(undefined)),
    onEnd: (view) => notifyOfEnd(view).catch(logAndReturn(undefined)),
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
