import { vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { createPrivateJournal, openJournal } from '../../lib/history/journal.ts';
import { unanswered } from '../../lib/failures/interrupted.ts';
import type { Attempt } from '../../lib/history/types.ts';
import type { StoredJob } from '../../lib/jobs/job.ts';
import { createJobKinds } from '../../lib/jobs/job-kinds.ts';
import { JobRunner } from '../../lib/jobs/job-runner.ts';
import type { LinkChanger } from '../../lib/managing/link-changer.ts';
import type { LinkLoader } from '../../lib/managing/link-loader.ts';
import type { CreationRequest } from '../../lib/shortening/new-attempt.ts';
import { memoryItem } from '../../lib/storage/test-helpers/memory-item.ts';

const journal = () => createPrivateJournal(memoryItem(), memoryItem());

/** The background works through jobs, and creates, changes and loads links by these functions. */
export const runJobs = (
  shorten: (request: CreationRequest) => Promise<Attempt>,
  change: LinkChanger['change'] = () => Promise.resolve(unanswered),
  load: LinkLoader['load'] = () => Promise.resolve(unanswered),
): JobRunner => {
  const regular = journal();
  const findAttempt = openJournal().find;
  const runner = new JobRunner({
    kinds: createJobKinds({
      shortener: { shorten, findAttempt },
      changer: { change },
      loader: { load },
      journal: regular,
      connection: () => Promise.resolve(null),
    }),
    journals: { regular, private: journal() },
    stored: { regular: memoryItem<StoredJob[]>(), private: memoryItem<StoredJob[]>() },
    setAlarm: () => undefined,
    showLeft: () => undefined,
    onEnd: () => undefined,
  });
  vi.spyOn(background, 'startJob').mockImplementation((request) => runner.start(request).then(() => true));
  vi.spyOn(background, 'jobChanges').mockImplementation(({ id, since }) => runner.changes(id, since));
  vi.spyOn(background, 'jobs').mockImplementation((request) => runner.list(request.private));
  vi.spyOn(background, 'controlJob').mockImplementation(({ id, action }) =>
    runner[action](id).then(() => null),
  );
  return runner;
};
