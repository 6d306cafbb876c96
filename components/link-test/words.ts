import { text } from '../../lib/i18n/texts.ts';
import type { LinkTest } from '../../lib/diagnostics/link-test.ts';
import type { Failure } from '../../lib/failures/contract.ts';
import { sentence } from '../../lib/i18n/failure-sentence.ts';

/** A pause is counted down in the popup only. */
export const addFailedInWords = (failure: Failure): string =>
  sentence(failure, text, failure.reason === 'too-many-requests' ? 'settings' : 'popup');

/** What to do about a short link that leads nowhere. */
export const nowhereInWords = ({ shortLink, isWhole }: { shortLink: string; isWhole?: boolean }): string =>
  text(isWhole ? 'doctorNowhereWhole' : 'doctorNowhere', shortLink);

/** How far the test is, and what came of it; empty before it begins. */
export const linkTestInWords = (link: LinkTest, target: string): string => {
  switch (link.state) {
    case 'none':
      return '';
    case 'creating':
      return text('doctorAdding');
    case 'failed':
      return addFailedInWords(link.failure);
    case 'opening':
      return text('doctorFollowing');
    case 'arrived':
      return text('doctorArrived');
    case 'nowhere':
      return nowhereInWords(link);
    case 'asking':
      return text('doctorAsk', link.shortLink, target);
  }
};
