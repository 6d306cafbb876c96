import type { PolicyField } from './policy-fields.ts';
import type { Settings } from './schema.ts';
import { type Choice, choices, type LastingChoice, lastingChoices } from '../validity/validity.ts';

/** What an organisation's policy holds for us, not parsed; docs/policy.md explains the fields. */
export type Managed = Readonly<Partial<Record<PolicyField, unknown>>>;

/** Whether a list of validities counts: only one that names some that can be chosen again later. */
export const isUsable = (list: unknown): list is unknown[] =>
  Array.isArray(list) && lastingChoices.some((each) => list.includes(each));

/** What a policy says, where a field that is missing or wrong counts as not set, and the others hold. */
const readPolicy = ({ allowedValidities: list, defaultValidity, musicOff }: Managed) => {
  const offered = isUsable(list) ? choices.filter((each) => list.includes(each)) : choices;
  const lasting = lastingChoices.filter((each) => offered.includes(each));
  const allowed = (choice: unknown) => lasting.find((each) => each === choice);
  return { offered, lasting, allowed, first: allowed(defaultValidity), musicOff: musicOff === true };
};

/** What a person cannot change, since their organisation sets it; null for what it leaves to them. */
export interface Locks {
  /** In our order. */
  offered: readonly Choice[] | null;
  defaultValidity: LastingChoice | null;
  musicOff: boolean;
}

export const locksOf = (managed: Managed): Locks => {
  const { offered, first = null, musicOff } = readPolicy(managed);
  return { offered: offered.length < choices.length ? offered : null, defaultValidity: first, musicOff };
};

/** The fields that change the settings. The key is none of them: only the background needs it, and the popup never sees it. */
export const settingsFields: PolicyField[] = ['secretId', 'allowedValidities', 'defaultValidity', 'musicOff'];

/** The settings that a policy can change. */
type Own = Pick<Settings, 'connected' | 'defaultValidity' | 'lastValidity'>;

/** What a policy adds to the settings. */
export interface PolicySettings {
  /** The validities on offer: all of them where the policy names none. */
  offered: readonly Choice[];
  /** No music on missing pages. */
  musicOff: boolean;
}

/**
 * What the person set, under a policy. A SecretID makes it connected; whether the account can be used, the background
 * looks.
 */
export const underPolicy = <Chosen extends Own>(own: Chosen, managed: Managed): Chosen & PolicySettings => {
  const { offered, lasting, allowed, first, musicOff } = readPolicy(managed);
  return {
    ...own,
    offered,
    musicOff,
    connected: own.connected || !!managed['secretId'],
    defaultValidity: first ?? allowed(own.defaultValidity) ?? 'last',
    lastValidity: allowed(own.lastValidity) ?? lasting[0] ?? own.lastValidity,
  };
};
