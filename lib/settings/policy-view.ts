import type { Operation } from '../api/contract.ts';
import { type Choice, choices, type Preset, presets } from '../validity/validity.ts';
import type { PolicyField } from './policy-fields.ts';
import { isUsableValidityList, type ManagedPolicy, readValidityPolicy } from './policy.ts';

// What the settings page shows of a policy. It is apart from policy.ts, which the popup loads before its first paint.

export const pathFieldOf = (name: Operation): `${Operation}Path` => `${name}Path`;

/** The values that an organisation sets and a person cannot change; null (`musicOff`: false) for each that is left to the person. */
export interface Locks {
  /** In the order of `choices`. */
  offered: readonly Choice[] | null;
  defaultValidity: Preset | null;
  musicOff: boolean;
}

export const locksOf = (managed: ManagedPolicy): Locks => {
  const { offered, allowedDefault = null } = readValidityPolicy(managed);
  return {
    offered: offered.length < choices.length ? offered : null,
    defaultValidity: allowedDefault,
    musicOff: managed.musicOff === true,
  };
};

const switches = [
  'musicOff',
  'allowEditing',
  'allowLimits',
  'allowOwnConnections',
] as const satisfies PolicyField[];

/** Why a field of a policy, or a part of it, is ignored. */
export type PolicyProblem =
  | { kind: 'allowed-validities' | 'default-validity' | 'default-not-allowed' }
  | { kind: 'not-boolean'; value: (typeof switches)[number] }
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

/** The problems of the fields that change the settings, in the order of the fields. */
export const problemsOf = (managed: ManagedPolicy): PolicyProblem[] => [
  ...listProblems(managed['allowedValidities']),
  ...defaultProblems(managed),
  ...switches
    .filter((field) => !['undefined', 'boolean'].includes(typeof managed[field]))
    .map((field) => ({ kind: 'not-boolean', value: field }) as const),
];
