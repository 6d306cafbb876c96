import { text } from '../../lib/i18n/texts.ts';
import type { LinkTest } from '../../lib/diagnostics/link-test.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';

/** A pause is counted down in the popup only. */
export const addFailedInWords = (failure: Failure): string =>
  failureSentence(failure, text, failure.reason === 'too-many-requests' ? 'settings' : 'popup');

/** What to do about a short link that leads nowhere. */
export const nowhereInWords = ({ shortLink, isWhole }: { shortLink: string; isWhole?: boolean }): string =>
  text(isWhole ? 'diagnosticsNowhereWhole' : 'diagnosticsNowhere', shortLink);

/** How far the test is, and what came of it; empty before it begins. */
export const linkTestInWords = (link: LinkTest, target: string): string => {
  switch (link.state) {
    case 'none':
      return '';
    case 'creating':
      return text('diagnosticsAdding');
    case 'failed':
      return addFailedInWords(link.failure);
    case 'opening':
      return text('diagnosticsFollowing');
    case 'arrived':
      return text('diagnosticsArrived');
    case 'nowhere':
      return nowhereInWords(link);
    case 'asking':
      return text('diagnosticsAsk', link.shortLink, target);
  }
};
