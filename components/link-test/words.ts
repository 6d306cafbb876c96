import { text } from '../../lib/browser/texts.ts';
import type { LinkTest } from '../../lib/doctor/link-test.ts';
import type { Failure } from '../../lib/failures/contract.ts';
import { sentence } from '../../lib/failures/sentence.ts';
import { defaultTemplate, readTemplate } from '../../lib/service/address.ts';

/** A pause is counted down in the popup only. */
export const addFailedInWords = (failure: Failure): string =>
  sentence(failure, text, failure.reason === 'too-many-requests' ? 'settings' : 'popup');

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
      return text('doctorNowhere', link.shortLink);
    case 'asking':
      return text('doctorAsk', link.shortLink, target);
  }
};

/** The origin of a connection's short links where it is another than the service's, so that access has to be asked for. */
export const originToAskFor = (connection: { address: string; template?: string } | null | undefined) => {
  if (!connection) return null;
  const { origin } = new URL(connection.address);
  const read = readTemplate(connection.template ?? '');
  const template = (read.ok && read.template) || defaultTemplate(origin);
  const short = new URL(template.replace('{linkID}', '0'));
  return short.origin === origin ? null : short.origin;
};
