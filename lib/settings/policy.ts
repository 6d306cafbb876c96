import type { Operation } from '../api/contract.ts';
import type { PolicyField } from './policy-fields.ts';
import type { Settings } from './schema.ts';
import { type Choice, choices, type Preset, presets } from '../validity/validity.ts';

/** The values of an organisation's policy, not parsed; docs/policy.md explains the fields. */
export type ManagedPolicy = Readonly<Partial<Record<PolicyField, unknown>>>;

/** The field for the path of an operation. */
export const pathFieldOf = (name: Operation): `${Operation}Path` => `${name}Path`;

/** Whether a list of validities can be used: it must name a preset, not only `custom`. */
const isUsableValidityList = (list: unknown): list is unknown[] =>
  Array.isArray(list) && presets.some((each) => list.includes(each));

/** The fields about validities and music. A field that is missing or wrong is ignored; the others apply. */
const readValidityPolicy = ({ allowedValidities: list, defaultValidity, musicOff }: ManagedPolicy) => {
  const offered = isUsableValidityList(list) ? choices.filter((each) => list.includes(each)) : choices;
  const allowedPresets = presets.filter((each) => offered.includes(each));
  const ifAllowed = (choice: unknown) => allowedPresets.find((each) => each === choice);
  return {
    offered,
    allowedPresets,
    ifAllowed,
    allowedDefault: ifAllowed(defaultValidity),
    musicOff: musicOff === true,
  };
};

/** The values that an organisation sets and a person cannot change; null (`musicOff`: false) for each that is left to the person. */
export interface Locks {
  /** In the order of `choices`. */
  offered: readonly Choice[] | null;
  defaultValidity: Preset | null;
  musicOff: boolean;
}

export const locksOf = (managed: ManagedPolicy): Locks => {
  const { offered, allowedDefault = null, musicOff } = readValidityPolicy(managed);
  return {
    offered: offered.length < choices.length ? offered : null,
    defaultValidity: allowedDefault,
    musicOff,
  };
};

/** The fields that can withhold what a service offers. */
const allowing: Partial<Record<string, PolicyField>> = { edit: 'allowEditing', limit: 'allowLimits' };

const isWithheld = (feature: string, managed: ManagedPolicy): boolean => {
  const field = allowing[feature];
  return field !== undefined && managed[field] === false;
};

const switches = ['musicOff', 'allowEditing', 'allowLimits'] as const satisfies PolicyField[];

/** The fields that change the settings. Pages read no others: the key is among them. */
export const settingsFields: PolicyField[] = [
  'secretId',
  'allowedValidities',
  'defaultValidity',
  'musicOff',
  'allowEditing',
  'allowLimits',
];

/** The settings that a policy can change. */
type PolicyControlled = Pick<Settings, 'connected' | 'features' | 'defaultValidity' | 'lastValidity'>;

/** What a policy adds to the settings. */
export interface PolicySettings {
  /** The validities on offer: all of them if the policy names none. */
  offered: readonly Choice[];
  /** No music on 404 pages. */
  musicOff: boolean;
}

/**
 * The person's settings under a policy. A SecretID makes them connected; the background checks whether the account can
 * be used.
 */
export const settingsUnderPolicy = <Chosen extends PolicyControlled>(
  own: Chosen,
  managed: ManagedPolicy,
): Chosen & PolicySettings => {
  const { offered, allowedPresets, ifAllowed, allowedDefault, musicOff } = readValidityPolicy(managed);
  return {
    ...own,
    offered,
    musicOff,
    features: own.features.filter((each) => !isWithheld(each, managed)),
    connected: own.connected || !!managed['secretId'],
    defaultValidity: allowedDefault ?? ifAllowed(own.defaultValidity) ?? 'last',
    lastValidity: ifAllowed(own.lastValidity) ?? allowedPresets[0] ?? own.lastValidity,
  };
};

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
