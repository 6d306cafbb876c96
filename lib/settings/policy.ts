import type { Operation } from '../api/contract.ts';
import type { PolicyField } from './policy-fields.ts';
import type { Settings } from './schema.ts';
import { type Choice, choices, type LastingChoice, lastingChoices } from '../validity/validity.ts';

/** The values of an organisation's policy, not parsed; docs/policy.md explains the fields. */
export type Managed = Readonly<Partial<Record<PolicyField, unknown>>>;

/** The field for the path of an operation. */
export const pathFieldOf = (name: Operation): `${Operation}Path` => `${name}Path`;

/** Whether a list of validities can be used: it must name one that can be chosen again later. */
export const isUsable = (list: unknown): list is unknown[] =>
  Array.isArray(list) && lastingChoices.some((each) => list.includes(each));

/** The fields about validities and music. A field that is missing or wrong is ignored; the others apply. */
const readValidityPolicy = ({ allowedValidities: list, defaultValidity, musicOff }: Managed) => {
  const offered = isUsable(list) ? choices.filter((each) => list.includes(each)) : choices;
  const lasting = lastingChoices.filter((each) => offered.includes(each));
  const allowed = (choice: unknown) => lasting.find((each) => each === choice);
  return { offered, lasting, allowed, first: allowed(defaultValidity), musicOff: musicOff === true };
};

/** The values that an organisation sets and a person cannot change; null for each that is left to the person. */
export interface Locks {
  /** In the order of `choices`. */
  offered: readonly Choice[] | null;
  defaultValidity: LastingChoice | null;
  musicOff: boolean;
}

export const locksOf = (managed: Managed): Locks => {
  const { offered, first = null, musicOff } = readValidityPolicy(managed);
  return { offered: offered.length < choices.length ? offered : null, defaultValidity: first, musicOff };
};

/** The fields that change the settings. The key is not one of them: only the background reads it. */
export const settingsFields: PolicyField[] = ['secretId', 'allowedValidities', 'defaultValidity', 'musicOff'];

/** The settings that a policy can change. */
type PolicyControlled = Pick<Settings, 'connected' | 'defaultValidity' | 'lastValidity'>;

/** What a policy adds to the settings. */
export interface PolicySettings {
  /** The validities on offer: all of them if the policy names none. */
  offered: readonly Choice[];
  /** No music on missing pages. */
  musicOff: boolean;
}

/**
 * The person's settings under a policy. A SecretID makes them connected; the background checks whether the account can
 * be used.
 */
export const settingsUnderPolicy = <Chosen extends PolicyControlled>(
  own: Chosen,
  managed: Managed,
): Chosen & PolicySettings => {
  const { offered, lasting, allowed, first, musicOff } = readValidityPolicy(managed);
  return {
    ...own,
    offered,
    musicOff,
    connected: own.connected || !!managed['secretId'],
    defaultValidity: first ?? allowed(own.defaultValidity) ?? 'last',
    lastValidity: allowed(own.lastValidity) ?? lasting[0] ?? own.lastValidity,
  };
};
