import type { Managed } from '../settings/policy.ts';
import { readServiceAddress } from './address.ts';
import { operationNames } from '../api/contract.ts';
import { pathFields, readConnection } from './managed.ts';

/** Why a field of a policy about the connection counts as not set. */
export type ConnectionProblem =
  | 'service-address'
  | 'service-address-http'
  | 'secret-id'
  | 'secret-id-alone'
  | 'secret-key'
  | 'secret-key-alone'
  | 'short-link-address'
  | 'credential-style';

/** A path that counts as not set; `value` is the field's name. */
export interface PathFieldProblem {
  what: 'path';
  value: string;
}

const isSet = (value: unknown): boolean => value !== undefined && value !== '';

const ofAddress = (value: unknown): ConnectionProblem => {
  const read = typeof value === 'string' ? readServiceAddress(value) : null;
  return read && !read.ok && read.problem === 'public-http' ? 'service-address-http' : 'service-address';
};

/** What is wrong with the fields about the connection, in their order; what stands only on a wrong one is not named. */
export const connectionProblems = (managed: Managed): ConnectionProblem[] => {
  const { serviceAddress, secretId, secretKey, shortLinkAddress } = managed;
  const used = readConnection(managed);
  const found: (ConnectionProblem | false)[] = [
    isSet(serviceAddress) && !used.address && ofAddress(serviceAddress),
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
export const pathProblems = (managed: Managed): PathFieldProblem[] => {
  const { paths } = readConnection(managed);
  return operationNames
    .filter((name) => isSet(managed[pathFields[name]]) && paths[name] === null)
    .map((name) => ({ what: 'path', value: pathFields[name] }));
};
