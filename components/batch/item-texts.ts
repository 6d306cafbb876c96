import { formatList, plural, type PluralKey, text, type TextKey } from '../../lib/i18n/texts.ts';
import { countsOf, type Item } from '../../lib/batch/batch.ts';
import type { SkipReason } from '../../lib/batch/plan.ts';
import { readableAddress } from '../../lib/url/readable.ts';

/** Characters that are shown of an address; the rest would only make the page longer. */
const longestShown = 300;

export const shownLink = (link: string): string => {
  const address = readableAddress(link);
  return address.length > longestShown ? `${address.slice(0, longestShown)}…` : address;
};

export const nameOf = ({ title, link }: { title: string; link: string }): string =>
  title.trim() || shownLink(link) || text('batchUnnamed');

export const skipTexts: Record<SkipReason, TextKey> = {
  'link-missing': 'batchSkippedNotWeb',
  'local-file': 'batchSkippedLocalFile',
  'data-page': 'batchSkippedDataPage',
  'page-source': 'batchSkippedPageSource',
  'browser-page': 'batchSkippedBrowserPage',
  'extension-page': 'batchSkippedExtensionPage',
  'email-address': 'batchSkippedNotWeb',
  'not-web': 'batchSkippedNotWeb',
  'not-an-address': 'batchSkippedNotAnAddress',
  password: 'batchSkippedPassword',
  'too-long': 'batchSkippedTooLong',
  duplicate: 'batchSkippedDuplicate',
  'private-tab': 'batchSkippedPrivateTab',
  'ordinary-tab': 'batchSkippedOrdinaryTab',
};

/** The result of a run in one line. */
export const summaryOf = (items: readonly Item[]): string => {
  const { created, reused, unknown, failed } = countsOf(items);
  const parts: [PluralKey, number][] = [
    ['batchCreated', created],
    ['batchReusedCount', reused],
    ['batchUnknown', unknown],
    ['batchNotCreated', failed],
  ];
  return formatList(parts.filter(([, count]) => count > 0).map(([key, count]) => plural(key, count)));
};
