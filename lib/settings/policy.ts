import type { PolicyField } from './policy-fields.ts';
import type { Settings } from './schema.ts';
import { type Choice, choices, type Preset, presets } from '../validity/validity.ts';

/** The values of an organization's policy, not parsed; docs/policy.md explains the fields. */
export type ManagedPolicy = Readonly<Partial<Record<PolicyField, unknown>>>;

/** Whether a list of validities can be used: it must name a preset, not only `custom`. */
export const isUsableValidityList = (list: unknown): list is unknown[] =>
  Array.isArray(list) && presets.some((each) => list.includes(each));

const findPreset = (list: readonly Preset[], choice: unknown): Preset | undefined =>
  list.find((each) => each === choice);

/** The fields about validities. A field that is missing or wrong is ignored; the other applies. */
export const readValidityPolicy = ({ allowedValidities: list, defaultValidity }: ManagedPolicy) => {
  const offered = isUsableValidityList(list) ? choices.filter((each) => list.includes(each)) : choices;
  const allowedPresets = presets.filter((each) => offered.includes(each));
  return { offered, allowedPresets, allowedDefault: findPreset(allowedPresets, defaultValidity) };
};

/** The field that switches off a feature of the service if it is false. */
const fieldOfFeature: Partial<Record<string, PolicyField>> = { edit: 'allowEditing', limit: 'allowLimits' };

const isWithheld = (feature: string, managed: ManagedPolicy): boolean => {
  const field = fieldOfFeature[feature];
  return field !== undefined && managed[field] === false;
};

/** The fields that change the settings. Pages read only these: another field is the SecretKey. */
export const settingsFields: PolicyField[] = [
  'secretId',
  'allowedValidities',
  'defaultValidity',
  'musicOff',
  'allowEditing',
  'allowLimits',
];

type PolicyControlled = Pick<Settings, 'connections' | 'defaultValidity' | 'lastValidity'>;

/** What a policy adds to the settings. */
export interface PolicySettings {
  /** The validities on offer: all of them if the policy names none. */
  offered: readonly Choice[];
  /** No music on 404 pages. */
  musicOff: boolean;
  /** Whether a service is connected. */
  connected: boolean;
}

/**
 * The person's settings under a policy. A SecretID makes them connected; the background checks whether the account can
 * be used.
 */
export const settingsUnderPolicy = <Chosen extends PolicyControlled>(
  own: Chosen,
  managed: ManagedPolicy,
): Chosen & PolicySettings => {
  const { offered, allowedPresets, allowedDefault } = readValidityPolicy(managed);
  return {
    ...own,
    offered,
    musicOff: managed.musicOff === true,
    connections: own.connections.map(({ validity, ...each }) => ({
      ...each,
      features: each.features.filter((feature) => !isWithheld(feature, managed)),
      ...(validity && { validity: allowedDefault ?? findPreset(allowedPresets, validity) ?? 'last' }),
    })),
    connected: own.connections.length > 0 || !!managed['secretId'],
    defaultValidity: allowedDefault ?? findPreset(allowedPresets, own.defaultValidity) ?? 'last',
    lastValidity: findPreset(allowedPresets, own.lastValidity) ?? allowedPresets[0] ?? own.lastValidity,
  };
};
