import { snakeCase, text, type TextKey } from '../../lib/i18n/texts.ts';
import type { Advanced } from '../../lib/api/contract.ts';
import type { FieldProblem } from '../../lib/connection/form.ts';

/** The problem of a field and how to correct it, in one sentence. */
export const fieldProblemText = (wrong: FieldProblem): string => {
  const problem = snakeCase(wrong.problem);
  if (wrong.problem.startsWith('code-')) return text(`problem_${problem}` as TextKey);
  const field = wrong.field.replace(/^\w+Path$/, 'path');
  return text(`problem_${field}_${problem}` as TextKey, 'name' in wrong ? wrong.name : '');
};

export const styleNames: Record<Advanced['credentials'], TextKey> = {
  detect: 'advancedDetect',
  headers: 'advancedHeaders',
  basic: 'advancedBasic',
  'basic-plain': 'advancedBasicPlain',
};

/** A service's address as it is shown: only http:// is named, because it is unusual. */
export const withoutHttps = (address: string): string => address.replace(/^https:\/\//, '');

export const hostOf = (address: string): string => new URL(address).host;
