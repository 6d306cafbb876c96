import { operationNames } from '../api/contract.ts';
import type { PolicyField } from '../settings/policy-fields.ts';
import { isUsableValidityList, type ManagedPolicy, readValidityPolicy } from '../settings/policy.ts';
import { type Choice, choices, type Preset, presets } from '../validity/validity.ts';
import { readServiceAddress } from './address.ts';
import {
  allowsOwn,
  listedConnections,
  pathFieldOf,
  type PolicyConnection,
  policyForOwn,
  readPolicyConnection,
  setsAccount,
  sourcesOf,
} from './policy-connection.ts';

/** The values that an organization sets and a person cannot change; null (`musicOff`: false) for each that is left to the person. */
interface Locks {
  /** In the order of `choices`. */
  offered: readonly Choice[] | null;
  defaultValidity: Preset | null;
  musicOff: boolean;
}

const locksOf = (managed: ManagedPolicy): Locks => {
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

/** Why a field of a policy about the connection is ignored. */
type ConnectionProblem =
  | 'service-address'
  | 'service-address-http'
  | 'secret-id'
  | 'secret-id-alone'
  | 'secret-key'
  | 'secret-key-alone'
  | 'short-link-address'
  | 'credential-style';

/** Why a field of a policy is ignored; `value` is the name of the field, or the number of the entry. */
export type PolicyFieldProblem =
  | PolicyProblem
  | { kind: ConnectionProblem | 'connections' }
  | { kind: 'path' | 'connections-entry'; value: string };

const isSet = (value: unknown): boolean => value !== undefined && value !== '';

/**
 * The problems of the fields about the connection, in their order; if a field is invalid only because of another invalid
 * field, just the other one is reported.
 */
const connectionProblems = (managed: ManagedPolicy, usable: PolicyConnection): PolicyFieldProblem[] => {
  const { serviceAddress, secretId, secretKey, shortLinkAddress, credentialStyle } = managed;
  const read = typeof serviceAddress === 'string' ? readServiceAddress(serviceAddress) : null;
  const isPublicHttp = read?.ok === false && read.problem === 'public-http';
  const isAddressWrong = isSet(serviceAddress) && usable.address === null;
  const problems: Record<ConnectionProblem, boolean> = {
    'service-address': isAddressWrong && !isPublicHttp,
    'service-address-http': isAddressWrong && isPublicHttp,
    'secret-id-alone': isSet(secretId) && !isSet(serviceAddress),
    'secret-id': isSet(secretId) && usable.address !== null && usable.secretId === null,
    'secret-key-alone': isSet(secretKey) && !(isSet(serviceAddress) && isSet(secretId)),
    'secret-key': isSet(secretKey) && usable.secretId !== null && usable.secretKey === null,
    'short-link-address': isSet(shortLinkAddress) && usable.template === null,
    'credential-style': isSet(credentialStyle) && usable.credentials === null,
  };
  const kinds = Object.keys(problems) as ConnectionProblem[];
  return [
    ...kinds.filter((kind) => problems[kind]).map((kind) => ({ kind })),
    ...operationNames
      .filter((name) => isSet(managed[pathFieldOf(name)]) && usable.paths[name] === null)
      .map((name) => ({ kind: 'path' as const, value: pathFieldOf(name) })),
  ];
};

const listedConnectionProblems = (managed: ManagedPolicy): PolicyFieldProblem[] => {
  if (isSet(managed.connections) && !Array.isArray(managed.connections)) return [{ kind: 'connections' }];
  return listedConnections(managed).flatMap((entry, index) => {
    const usable = readPolicyConnection(entry);
    const isValid = setsAccount(usable) && connectionProblems(entry, usable).length === 0;
    return isValid ? [] : [{ kind: 'connections-entry', value: `${index + 1}` }];
  });
};

/** The connection that an organization sets, without the key; null for each field that it leaves to the person. */
interface LockedConnection extends Omit<PolicyConnection, 'secretKey'> {
  hasKey: boolean;
}

/** The values that an organization's policy sets, and the fields that cannot be used. */
export interface PolicyView extends Locks {
  /** The fields that it sets in the person's own connections; if it allows none of those, the first connection of the policy. */
  connection: LockedConnection;
  /** Whether a person may use connections of their own. */
  allowsOwn: boolean;
  problems: readonly PolicyFieldProblem[];
}

/** A policy as the settings page shows it: without the key. */
export const policyViewOf = (managed: ManagedPolicy): PolicyView => {
  const isOwnAllowed = allowsOwn(managed);
  const first = isOwnAllowed ? undefined : sourcesOf(managed).map(readPolicyConnection).find(setsAccount);
  const { secretKey, ...connection } = first ?? policyForOwn(managed);
  return {
    ...locksOf(managed),
    connection: { ...connection, hasKey: secretKey !== null },
    allowsOwn: isOwnAllowed,
    problems: [
      ...connectionProblems(managed, readPolicyConnection(managed)),
      ...listedConnectionProblems(managed),
      ...problemsOf(managed),
    ],
  };
};
