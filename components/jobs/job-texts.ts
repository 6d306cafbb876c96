import { formatNumber, plural, type PluralKey, text } from '../../lib/i18n/texts.ts';
import { doneCount, type JobView, outcomeCounts } from '../../lib/jobs/job.ts';

export const progressText = ({ outcomes }: JobView): string =>
  plural('jobShortening', outcomes.length, formatNumber(doneCount(outcomes)));

/** The number of items for which nothing was sent. */
export const leftCount = ({ outcomes }: JobView): number => outcomes.filter((each) => each === null).length;

/** What has become of the items that were sent, in one line. */
export const resultText = ({ outcomes }: Pick<JobView, 'outcomes'>): string => {
  const { created, reused, unknown, failed } = outcomeCounts(outcomes.filter((each) => each !== null));
  const parts: [PluralKey, number][] = [
    ['batchCreated', created],
    ['batchReusedCount', reused],
    ['batchUnknown', unknown],
    ['batchNotCreated', failed],
  ];
  const clauses = parts.filter(([, count]) => count > 0).map(([key, count]) => plural(key, count));
  return clauses.join(text('clauseSeparator')) || plural('batchCreated', 0);
};
