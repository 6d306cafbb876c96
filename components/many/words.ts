import { formatList, plural, type PluralKey, text, type TextKey } from '../../lib/i18n/texts.ts';
import { countsOf, type Item } from '../../lib/batch/run.ts';
import type { LeftOut } from '../../lib/batch/plan.ts';

/** Characters of an address that one can take in; the rest would only make a long page longer. */
const longestShown = 300;

export const shownLink = (link: string): string =>
  link.length > longestShown ? `${link.slice(0, longestShown)}…` : link;

export const nameOf = ({ title, link }: { title: string; link: string }): string =>
  title.trim() || shownLink(link) || text('manyUnnamed');

export const whyTexts: Record<LeftOut, TextKey> = {
  'not-web': 'manyWhyNotWeb',
  'not-an-address': 'manyWhyNotAnAddress',
  password: 'manyWhyPassword',
  'too-long': 'manyWhyTooLong',
  twice: 'manyWhyTwice',
  'private-tab': 'manyWhyPrivateTab',
  'ordinary-tab': 'manyWhyOrdinaryTab',
};

/** How a run ended, in one line. */
export const summaryOf = (items: readonly Item[]): string => {
  const { made, unknown, not } = countsOf(items);
  if (made === items.length) return plural('manyAllMade', made);
  const parts: [PluralKey, number][] = [
    ['manyMade', made],
    ['manyUnknown', unknown],
    ['manyNotMade', not],
  ];
  const told = parts.filter(([, count]) => count > 0).map(([key, count]) => plural(key, count));
  return formatList(told);
};
