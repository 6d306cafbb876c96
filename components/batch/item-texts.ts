import { dateText } from '../../lib/i18n/dates.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { formatNumber, plural, type PluralKey, text } from '../../lib/i18n/texts.ts';
import { type Batch, type Item, outcomeCounts, unfinishedIn } from '../../lib/batch/batch.ts';
import { rowOf } from '../../lib/failures/contract.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { durations } from '../../lib/validity/validity.ts';

/** Characters that are shown of an address; the rest would only make the page longer. */
const longestShown = 300;

export const shownLink = (link: string): string => {
  const address = withoutScheme(link).replace(/\/$/, '');
  return address.length > longestShown ? `${address.slice(0, longestShown)}…` : address;
};

export const tabName = ({ title, link }: { title: string; link: string }): string =>
  title.trim() || shownLink(link) || text('batchUnnamed');

export const doneCount = ({ items }: Pick<Batch, 'items'>): number =>
  items.length - unfinishedIn(items).length;

export const progressText = (batch: Pick<Batch, 'items'>): string =>
  text('batchProgressCount', formatNumber(doneCount(batch)), formatNumber(batch.items.length));

/** The result of a run in one line. */
export const resultText = (items: readonly Item[]): string => {
  const { created, reused, unknown, failed } = outcomeCounts(items);
  const parts: [PluralKey, number][] = [
    ['batchCreated', created],
    ['batchReusedCount', reused],
    ['batchUnknown', unknown],
    ['batchNotCreated', failed],
  ];
  const clauses = parts.filter(([, count]) => count > 0).map(([key, count]) => plural(key, count));
  return clauses.join(text('clauseSeparator'));
};

/** What has become of the tabs whose outcome is unknown: a title, and the sentences below it; null if there are none. */
export const unknownTexts = (items: readonly Item[], isPrivate: boolean) => {
  const failures = items.flatMap(({ state }) => (state.kind === 'unknown' ? [state.failure] : []));
  const count = failures.length;
  if (count === 0) return null;
  const areUnanswered = failures.every(({ reason }) => rowOf(reason).diagnosis === 'unanswered');
  const causes = areUnanswered ? [] : failures.map((each) => failureSentence(each, 'history'));
  const title = areUnanswered ? 'batchUnanswered' : 'batchOutcomeUnknown';
  // Nothing of a private window is in the history.
  const advice = isPrivate ? text('failureSecondLink') : text('failureCheckHistory', text('checkHistory'));
  return {
    // Such as "No answer for 2 of 7 links".
    title: plural(title, items.length, formatNumber(count)),
    sentences: [...new Set(causes), plural('batchMayExistAll', count), advice].join('\n'),
  };
};

const optionsFor = (end: Date, now: Date): Intl.DateTimeFormatOptions => {
  if (end.getFullYear() !== now.getFullYear()) return { dateStyle: 'medium' };
  const isWithinDay = end.getTime() - now.getTime() < durations.day * 1000;
  return isWithinDay ? { timeStyle: 'short' } : { month: 'short', day: 'numeric' };
};

/** When a link expires (Unix seconds), in short: "Expires Dec 3"; the time within a day, and the year if it is another one. */
export const shortExpiryText = (expiresAt: number, nowMs = Date.now()): string => {
  if (expiresAt >= noExpiry) return text('expiryNever');
  const options = optionsFor(new Date(expiresAt * 1000), new Date(nowMs));
  return text('expires', dateText(expiresAt * 1000, options));
};
