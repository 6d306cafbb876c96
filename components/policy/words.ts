import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { Wrong } from './policy-view.ts';

const sentences: Record<Wrong['what'], TextKey> = {
  'service-address': 'policyWrongAddress',
  'service-address-http': 'policyWrongAddressHttp',
  'secret-id': 'policyWrongSecretId',
  'secret-id-alone': 'policyWrongSecretIdAlone',
  'secret-key': 'policyWrongSecretKey',
  'secret-key-alone': 'policyWrongSecretKeyAlone',
  'short-link-address': 'policyWrongShortLink',
  'credential-style': 'policyWrongStyle',
  path: 'policyWrongPath',
  'allowed-validities': 'policyWrongAllowed',
  'unknown-validity': 'policyWrongUnknown',
  'default-validity': 'policyWrongDefault',
  'default-not-allowed': 'policyWrongDefaultNotAllowed',
  'music-off': 'policyWrongMusicOff',
};

/** Which field of the policy counts as not set, and what it has to be, in one sentence for the administrator. */
export const wrongInWords = (wrong: Wrong): string =>
  text(sentences[wrong.what], 'value' in wrong ? wrong.value : '');
