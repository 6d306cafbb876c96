import { text } from '../../lib/i18n/texts.ts';
import type { LinkTest } from '../../lib/diagnostics/link-test.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';

/** The failure of Add. Only the popup counts a pause down, so here the sentence names the pause. */
export const addFailureText = (failure: Failure): string =>
  failureSentence(failure, text, failure.reason === 'too-many-requests' ? 'settings' : 'popup');

/** How to correct a short link that leads nowhere. */
export const nowhereText = ({ shortLink, isWhole }: { shortLink: string; isWhole?: boolean }): string =>
  text(isWhole ? 'diagnosticsNowhereWhole' : 'diagnosticsNowhere', shortLink);

/** The state of the test, or its result; empty before it begins. */
export const linkTestText = (link: LinkTest, target: string): string => {
  switch (link.state) {
    case 'none':
      return '';
    case 'creating':
      return text('diagnosticsAdding');
    case 'failed':
      return addFailureText(link.failure);
    case 'opening':
      return text('diagnosticsFollowing');
    case 'arrived':
      return text('diagnosticsArrived');
    case 'nowhere':
      return nowhereText(link);
    case 'asking':
      return text('diagnosticsAsk', link.shortLink, target);
  }
};
