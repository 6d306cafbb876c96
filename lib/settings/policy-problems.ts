import { choices, presets } from '../validity/validity.ts';
import { isUsableValidityList, type ManagedPolicy } from './policy.ts';

/** Why a field of a policy, or a part of it, is ignored. */
export type PolicyProblem =
  | { kind: 'allowed-validities' | 'default-validity' | 'default-not-allowed' | 'music-off' }
  | { kind: 'unknown-validity'; value: string };

const has = (list: readonly unknown[], value: unknown): boolean => list.includes(value);

const listProblems = (listed: unknown): PolicyProblem[] => {
  if (listed === undefined) return [];
  if (!isUsableValidityList(listed)) return [{ kind: 'allowed-validities' }];
  const unknown = listed.filter((each) => !has(choices, each));
  return unknown.map((each) => ({ kind: 'unknown-validity', value: String(each).slice(0, 40) }));
};

const defaultProblems = ({ defaultValidity, allowedValidities }: ManagedPolicy): PolicyProblem[] => {
  if (defaultValidity === undefined) return [];
  if (!has(presets, defaultValidity)) return [{ kind: 'default-validity' }];
  const isAllowed = !isUsableValidityList(allowedValidities) || has(allowedValidities, defaultValidity);
  return isAllowed ? [] : [{ kind: 'default-not-allowed' }];
};

/** The problems of the fields about validities and music, in the order of the fields. */
export const problemsOf = (managed: ManagedPolicy): PolicyProblem[] => [
  ...listProblems(managed['allowedValidities']),
  ...defaultProblems(managed),
  ...(['undefined', 'boolean'].includes(typeof managed['musicOff']) ? [] : [{ kind: 'music-off' } as const]),
];
