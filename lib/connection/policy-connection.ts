import { credentialSetting, defaultAdvanced, mapOperations, type Operation } from '../api/contract.ts';
import { digest } from '../characters/digest.ts';
import { hues } from '../settings/connection-info.ts';
import type { ManagedPolicy } from '../settings/policy.ts';
import { presets } from '../validity/validity.ts';
import { type Account, type AccountStore, isSameAccount } from './account.ts';
import { readServiceAddress, readTemplate } from './address.ts';
import {
  advancedUnderPolicy,
  type LockedAdvanced,
  pathProblem,
  readName,
  readSecretId,
  readSecretKey,
  withoutDefaults,
} from './form.ts';

export const pathFieldOf = (name: Operation): `${Operation}Path` => `${name}Path`;

/** The connection as an organization sets it, normalized; null for each field that it does not set, or that cannot be used. */
export interface PolicyConnection extends LockedAdvanced {
  address: string | null;
  /** Only with an address: credentials are for one service. */
  secretId: string | null;
  /** Only with both. */
  secretKey: string | null;
  template: string | null;
}

/** A value of another type counts as missing. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const readPath = (value: unknown): string | null => {
  const path = textOf(value).trim();
  return pathProblem(path) === null ? path : null;
};

/** Reads a policy; each field follows the rules of the form. */
export const readPolicyConnection = (managed: ManagedPolicy): PolicyConnection => {
  const service = readServiceAddress(textOf(managed['serviceAddress']));
  const id = readSecretId(textOf(managed['secretId']));
  const key = readSecretKey(textOf(managed['secretKey']));
  const shortLinks = readTemplate(textOf(managed['shortLinkAddress']));
  const secretId = service.ok && id.ok ? id.value : null;
  const style = credentialSetting.safeParse(managed['credentialStyle']);
  return {
    address: service.ok ? service.address : null,
    secretId,
    secretKey: secretId !== null && key.ok ? key.value : null,
    template: shortLinks.ok ? shortLinks.template : null,
    credentials: style.success ? style.data : null,
    paths: mapOperations((name) => readPath(managed[pathFieldOf(name)])),
  };
};

/** Replaces the values that come from the policy by those that the person had saved, so that policy values are never saved. */
const withoutPolicyValues = (
  policy: PolicyConnection,
  typed: Account,
  former: Account | undefined,
): Account => {
  const typedAdvanced = typed.advanced ?? defaultAdvanced;
  const savedAdvanced = former?.advanced ?? defaultAdvanced;
  const paths = mapOperations(
    (name) => (policy.paths[name] === null ? typedAdvanced : savedAdvanced).paths[name],
  );
  const credentials = policy.credentials === null ? typedAdvanced.credentials : savedAdvanced.credentials;
  const template = policy.template === null ? typed.template : (former?.template ?? null);
  return { ...typed, template, advanced: withoutDefaults({ paths, credentials }) };
};

/** Whether a policy sets the whole account. */
export const setsAccount = ({ secretKey }: PolicyConnection): boolean => secretKey !== null;

/** An entry of the list in a policy, with the fields of a connection and more. */
type Entry = ManagedPolicy & { name?: unknown };

export const listedConnections = ({ connections }: ManagedPolicy): Entry[] =>
  Array.isArray(connections) ? connections.map((each) => ({ ...(each as object | null) })) : [];

/**
 * The parts of a policy that can set a connection: its own fields, and each entry of its list. Its own default validity is for
 * all connections, so it is no field of that one.
 */
export const sourcesOf = (managed: ManagedPolicy): Entry[] => [
  { ...managed, defaultValidity: undefined },
  ...listedConnections(managed),
];

/** The account that a part of a policy sets; null if it sets no whole one. */
const lockedAccount = async (source: Entry, index: number): Promise<Account | null> => {
  const policy = readPolicyConnection(source);
  const { address, secretId, secretKey, template } = policy;
  if (!address || !secretId || !secretKey) return null;
  return {
    id: await digest(address, secretId),
    revision: await digest(address, secretId, secretKey),
    name: typeof source.name === 'string' ? readName(source.name) : '',
    hue: hues[index % hues.length] ?? 1,
    validity: presets.find((each) => each === source.defaultValidity),
    position: 0,
    address,
    secretId,
    secretKey,
    template,
    advanced: advancedUnderPolicy(policy),
    isLocked: true,
  };
};

/** The accounts that a policy sets, each once. */
const lockedAccounts = async (managed: ManagedPolicy): Promise<Account[]> => {
  const accounts = await Promise.all(sourcesOf(managed).map(lockedAccount));
  const byId = new Map<string, Account>();
  for (const account of accounts) if (account && !byId.has(account.id)) byId.set(account.id, account);
  return [...byId.values()];
};

/** Whether a person may use connections of their own under a policy. */
export const allowsOwn = (managed: ManagedPolicy): boolean =>
  managed.allowOwnConnections === true ||
  !sourcesOf(managed).some((each) => setsAccount(readPolicyConnection(each)));

/** The fields that a policy sets in the person's own connections: none if they set a whole account of the policy. */
export const policyForOwn = (managed: ManagedPolicy): PolicyConnection => {
  const policy = readPolicyConnection(managed);
  return setsAccount(policy) ? readPolicyConnection({}) : policy;
};

/** The saved accounts of the service and the SecretID that a policy sets, with its other values. */
const accountsUnderPolicy = (policy: PolicyConnection, saved: readonly Account[]): Account[] =>
  saved
    .filter(({ address }) => policy.address === null || policy.address === address)
    .filter(({ secretId }) => policy.secretId === null || policy.secretId === secretId)
    .map((account) => ({
      ...account,
      template: policy.template ?? account.template,
      advanced: advancedUnderPolicy(policy, account.advanced),
    }));

/**
 * An account store with the connections that an organization sets, and in which its values take precedence over those that
 * the person saved. The saved ones stay unchanged, and apply only to the same service and SecretID. The organization's values
 * are never saved. Its connections come first, except that one which the person has chosen as the default comes before them.
 */
export const withPolicyConnection = (
  own: AccountStore,
  managed: () => Promise<ManagedPolicy>,
): AccountStore => ({
  ...own,
  async list() {
    const policy = await managed();
    const locked = await lockedAccounts(policy);
    if (!allowsOwn(policy)) return locked;
    const saved = accountsUnderPolicy(policyForOwn(policy), await own.list()).filter(
      (each) => !locked.some((other) => isSameAccount(other, each)),
    );
    const [first, ...others] = saved;
    return first && first.position < 0 ? [first, ...locked, ...others] : [...locked, ...saved];
  },
  async save(account, replaced) {
    const policy = await managed();
    if (!allowsOwn(policy)) throw new Error('The organization sets the connections.');
    const former = (await own.list()).find(({ id }) => id === account.id);
    return own.save(withoutPolicyValues(policyForOwn(policy), account, former), replaced);
  },
});
