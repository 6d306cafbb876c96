import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { PolicyFieldProblem } from '../../lib/connection/policy-view.ts';

const sentences: Record<PolicyFieldProblem['kind'], TextKey> = {
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
export const policyProblemText = (problem: PolicyFieldProblem): string =>
  text(sentences[problem.kind], 'value' in problem ? problem.value : '');
