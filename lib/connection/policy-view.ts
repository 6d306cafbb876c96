import { operationNames } from '../api/contract.ts';
import { type Locks, locksOf, type ManagedPolicy, pathFieldOf } from '../settings/policy.ts';
import { type PolicyProblem, problemsOf } from '../settings/policy-problems.ts';
import { readServiceAddress } from './address.ts';
import { type PolicyConnection, readPolicyConnection } from './policy-connection.ts';

/** Why a field of a policy about the connection is ignored. */
export type PolicyConnectionProblem =
  | 'service-address'
  | 'service-address-http'
  | 'secret-id'
  | 'secret-id-alone'
  | 'secret-key'
  | 'secret-key-alone'
  | 'short-link-address'
  | 'credential-style';

/** A path that is ignored; `value` is the field's name. */
export interface PolicyPathProblem {
  kind: 'path';
  value: string;
}

const isSet = (value: unknown): boolean => value !== undefined && value !== '';

const serviceAddressProblem = (value: unknown): PolicyConnectionProblem => {
  const read = typeof value === 'string' ? readServiceAddress(value) : null;
  return read && !read.ok && read.problem === 'public-http' ? 'service-address-http' : 'service-address';
};

/** The problems of the fields about the connection, in their order; if a field is invalid only because of another invalid field, just the other one is reported. */
export const policyConnectionProblems = (managed: ManagedPolicy): PolicyConnectionProblem[] => {
  const { serviceAddress, secretId, secretKey, shortLinkAddress } = managed;
  const used = readPolicyConnection(managed);
  const found: (PolicyConnectionProblem | false)[] = [
    isSet(serviceAddress) && !used.address && serviceAddressProblem(serviceAddress),
    isSet(secretId) && !isSet(serviceAddress) && 'secret-id-alone',
    isSet(secretId) && used.address !== null && !used.secretId && 'secret-id',
    isSet(secretKey) && !(isSet(serviceAddress) && isSet(secretId)) && 'secret-key-alone',
    isSet(secretKey) && used.secretId !== null && !used.secretKey && 'secret-key',
    isSet(shortLinkAddress) && !used.template && 'short-link-address',
    isSet(managed['credentialStyle']) && used.credentials === null && 'credential-style',
  ];
  return found.filter((each) => each !== false);
};

/** The path fields that hold no usable path. */
export const policyPathProblems = (managed: ManagedPolicy): PolicyPathProblem[] => {
  const { paths } = readPolicyConnection(managed);
  return operationNames
    .filter((name) => isSet(managed[pathFieldOf(name)]) && paths[name] === null)
    .map((name) => ({ kind: 'path', value: pathFieldOf(name) }));
};

/** The connection that an organisation sets, without the key; null for each field that it leaves to the person. */
export interface LockedConnection extends Omit<PolicyConnection, 'secretKey'> {
  hasKey: boolean;
}

export type PolicyFieldProblem = PolicyProblem | { kind: PolicyConnectionProblem } | PolicyPathProblem;

/** The values that an organisation's policy sets, and the fields that cannot be used. */
export interface PolicyView extends Locks {
  connection: LockedConnection;
  problems: readonly PolicyFieldProblem[];
}

/** A policy as the settings page shows it: without the key. */
export const policyViewOf = (managed: ManagedPolicy): PolicyView => {
  const { secretKey, ...connection } = readPolicyConnection(managed);
  return {
    ...locksOf(managed),
    connection: { ...connection, hasKey: secretKey !== null },
    problems: [
      ...policyConnectionProblems(managed).map((kind) => ({ kind })),
      ...policyPathProblems(managed),
      ...problemsOf(managed),
    ],
  };
};
