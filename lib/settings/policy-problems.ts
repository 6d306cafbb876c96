import { choices, lastingChoices } from '../validity/validity.ts';
import { isUsable, type Managed } from './policy.ts';

/** Why a field of a policy, or a part of it, counts as not set. */
export type PolicyProblem =
  | { what: 'allowed-validities' | 'default-validity' | 'default-not-allowed' | 'music-off' }
  | { what: 'unknown-validity'; value: string };

const has = (list: readonly unknown[], value: unknown): boolean => list.includes(value);

const inList = (listed: unknown): PolicyProblem[] => {
  if (listed === undefined) return [];
  if (!isUsable(listed)) return [{ what: 'allowed-validities' }];
  const unknown = listed.filter((each) => !has(choices, each));
  return unknown.map((each) => ({ what: 'unknown-validity', value: String(each).slice(0, 40) }));
};

const inDefault = ({ defaultValidity, allowedValidities }: Managed): PolicyProblem[] => {
  if (defaultValidity === undefined) return [];
  if (!has(lastingChoices, defaultValidity)) return [{ what: 'default-validity' }];
  const isAllowed = !isUsable(allowedValidities) || has(allowedValidities, defaultValidity);
  return isAllowed ? [] : [{ what: 'default-not-allowed' }];
};

/** What is wrong with the fields about validities and music, in the order of the fields. */
export const problemsOf = (managed: Managed): PolicyProblem[] => [
  ...inList(managed['allowedValidities']),
  ...inDefault(managed),
  ...(['undefined', 'boolean'].includes(typeof managed['musicOff']) ? [] : [{ what: 'music-off' } as const]),
];
