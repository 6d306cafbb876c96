import {
  credentialSetting,
  defaultAdvanced,
  mapOperations,
  type Operation,
  operationNames,
} from '../api/contract.ts';
import { digest } from '../characters/digest.ts';
import { hues } from '../settings/connection-info.ts';
import type { PolicyField } from '../settings/policy-fields.ts';
import { isUsableValidityList, type ManagedPolicy, readValidityPolicy } from '../settings/policy.ts';
import { type Choice, choices, type Preset, presets } from '../validity/validity.ts';
import { type Account, type AccountStore, isSameAccount } from './account.ts';
import { readServiceAddress } from './address.ts';
import {
  advancedUnderPolicy,
  type LockedAdvanced,
  pathProblem,
  readForm,
  readName,
  withoutDefaults,
} from './form.ts';

// What the settings page shows of a policy. It is apart from policy.ts, which the popup loads before its first paint.

const pathFieldOf = (name: Operation): `${Operation}Path` => `${name}Path`;

/** The values that an organisation sets and a person cannot change; null (`musicOff`: false) for each that is left to the person. */
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

/** The connection as an organisation sets it, normalized; null for each field that it does not set, or that cannot be used. */
interface PolicyConnection extends LockedAdvanced {
  address: string | null;
  /** Only with an address: credentials are for one service. */
  secretId: string | null;
  /** Only with both. */
  secretKey: string | null;
  template: string | null;
}

/** Valid dummy values: the field under test replaces one of them, so that `readForm` checks only this field. */
const validForm = { address: 'https://policy.invalid', secretId: 'x', secretKey: null, template: '' };

const readField = (
  name: 'address' | 'secretId' | 'secretKey' | 'template',
  value: unknown,
): string | null => {
  if (typeof value !== 'string' || value === '') return null;
  const reading = readForm({ ...validForm, [name]: value });
  return reading.ok ? reading.request[name] : null;
};

const readPath = (value: unknown): string | null => {
  const path = typeof value === 'string' ? value.trim() : '';
  return pathProblem(path) === null ? path : null;
};

/** Reads a policy; each field follows the rules of the form. */
const readPolicyConnection = (managed: ManagedPolicy): PolicyConnection => {
  const address = readField('address', managed['serviceAddress']);
  const secretId = address && readField('secretId', managed['secretId']);
  const secretKey = secretId && readField('secretKey', managed['secretKey']);
  const style = credentialSetting.safeParse(managed['credentialStyle']);
  return {
    address,
    secretId,
    secretKey,
    template: readField('template', managed['shortLinkAddress']),
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
const setsAccount = ({ secretKey }: PolicyConnection): boolean => secretKey !== null;

/** An entry of the list in a policy, with the fields of a connection and more. */
type Entry = ManagedPolicy & { name?: unknown };

const listedConnections = ({ connections }: ManagedPolicy): Entry[] =>
  Array.isArray(connections) ? connections.map((each) => ({ ...(each as object | null) })) : [];

/**
 * The parts of a policy that can set a connection: its own fields, and each entry of its list. Its own default validity is for
 * all connections, so it is no field of that one.
 */
const sourcesOf = (managed: ManagedPolicy): Entry[] => [
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
const allowsOwn = (managed: ManagedPolicy): boolean =>
  managed.allowOwnConnections === true ||
  !sourcesOf(managed).some((each) => setsAccount(readPolicyConnection(each)));

/** The fields that a policy sets in the person's own connections: none if they set a whole account of the policy. */
const policyForOwn = (managed: ManagedPolicy): PolicyConnection => {
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
 * An account store with the connections that an organisation sets, and in which its values take precedence over those that
 * the person saved. The saved ones stay unchanged, and apply only to the same service and SecretID. The organisation's values
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
    // A chosen default has a negative position; those of a policy have 0.
    const isDefault = ({ position }: Account): boolean => position < 0;
    return [...saved.filter(isDefault), ...locked, ...saved.filter((each) => !isDefault(each))];
  },
  async save(account, replaced) {
    const policy = await managed();
    if (!allowsOwn(policy)) throw new Error('The organisation sets the connections.');
    const former = (await own.list()).find(({ id }) => id === account.id);
    return own.save(withoutPolicyValues(policyForOwn(policy), account, former), replaced);
  },
});

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

/** The connection that an organisation sets, without the key; null for each field that it leaves to the person. */
export interface LockedConnection extends Omit<PolicyConnection, 'secretKey'> {
  hasKey: boolean;
}

/** The values that an organisation's policy sets, and the fields that cannot be used. */
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
