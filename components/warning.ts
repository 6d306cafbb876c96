import type { Warning } from '../lib/url/contract.ts';
import { text } from '../lib/i18n/texts.ts';

/** What there is to say about an address that looks as if it were not meant for others. */
export const warningInWords = (warning: Warning): string => {
  switch (warning) {
    case 'loopback':
      return text('care_loopback');
    case 'private-network':
      return text('care_private_network');
    case 'secret':
      return text('care_secret');
  }
};
