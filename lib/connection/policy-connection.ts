import { digest } from '../characters/digest.ts';
import { advanced, defaultAdvanced, mapOperations, operationNames } from '../api/contract.ts';
import type { ManagedPolicy } from '../settings/policy.ts';
import { type Locks, locksOf, pathFieldOf, type PolicyProblem, problemsOf } from '../settings/policy-view.ts';
import { type Account, type AccountStore, isSameAccount } from './account.ts';
import {
  advancedUnderPolicy,
  type LockedAdvanced,
  pathProblem,
  readForm,
  readName,
  withoutDefaults,
} from './form.ts';
import { presets } from '../validity/validity.ts';
import { hues } from '../settings/connection-hint.ts';
import { readServiceAddress } from './address.ts';

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

const read = (name: 'address' | 'secretId' | 'secretKey' | 'template', value: unknown): string | null => {
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
  const address = read('address', managed['serviceAddress']);
  const secretId = address && read('secretId', managed['secretId']);
  const secretKey = secretId && read('secretKey', managed['secretKey']);
  const style = advanced.shape.credentials.safeParse(managed['credentialStyle']);
  return {
    address,
    secretId,
    secretKey,
    template: read('template', managed['shortLinkAddress']),
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
  const paths = { ...typedAdvanced.paths };
  for (const name of operationNames) if (policy.paths[name] !== null) paths[name] = savedAdvanced.paths[name];
  const credentials = policy.credentials === null ? typedAdvanced.credentials : savedAdvanced.credentials;
  const template = policy.template === null ? typed.template : (former?.template ?? null);
  return { ...typed, template, advanced: withoutDefaults({ paths, credentials }) };
};

/** Whether a policy sets the whole account. */
const isWhole = ({ secretKey }: PolicyConnection): boolean => secretKey !== null;

/** An entry of the list in a policy, with the fields of a connection and more. */
type Entry = ManagedPolicy & { name?: unknown };

const entriesOf = ({ connections }: ManagedPolicy): Entry[] =>
  Array.isArray(connections) ? connections.map((each) => ({ ...(each as object | null) })) : [];

/**
 * The parts of a policy that can set a connection: its own fields, and each entry of its list. Its own default validity is for
 * all connections, so it is no field of that one.
 */
const sourcesOf = (managed: ManagedPolicy): Entry[] => [
  { ...managed, defaultValidity: undefined },
  ...entriesOf(managed),
];

/** The account that a part of a policy sets; null if it sets no whole one. */
const lockedAccount = async (source: Entry, at: number): Promise<Account | null> => {
  const set = readPolicyConnection(source);
  const { address, secretId, secretKey, template } = set;
  if (!address || !secretId || !secretKey) return null;
  return {
    id: await digest(address, secretId),
    revision: await digest(address, secretId, secretKey),
    name: typeof source.name === 'string' ? readName(source.name) : '',
    hue: hues[at % hues.length] ?? 1,
    validity: presets.find((each) => each === source.defaultValidity),
    position: 0,
    address,
    secretId,
    secretKey,
    template,
    advanced: advancedUnderPolicy(set),
    isLocked: true,
  };
};

/** The accounts that a policy sets, each once. */
const lockedAccounts = async (managed: ManagedPolicy): Promise<Account[]> => {
  const read = await Promise.all(sourcesOf(managed).map(lockedAccount));
  const accounts = read.filter((each) => each !== null);
  return accounts.filter(({ id }, at) => accounts.findIndex((each) => each.id === id) === at);
};

/** Whether a person may use connections of their own under a policy. */
const allowsOwn = (managed: ManagedPolicy): boolean =>
  managed.allowOwnConnections === true ||
  !sourcesOf(managed).some((each) => isWhole(readPolicyConnection(each)));

/** The fields that a policy sets in the connections of a person: none if these fields set a whole account. */
const readForOwn = (managed: ManagedPolicy): PolicyConnection => {
  const set = readPolicyConnection(managed);
  return isWhole(set) ? readPolicyConnection({}) : set;
};

/** The accounts that the person saved for the service and the SecretID that a policy sets, with its other values. */
const ownUnder = (set: PolicyConnection, saved: readonly Account[]): Account[] =>
  saved
    .filter(
      ({ address, secretId }) =>
        (set.address ?? address) === address && (set.secretId ?? secretId) === secretId,
    )
    .map((account) => ({
      ...account,
      template: set.template ?? account.template,
      advanced: advancedUnderPolicy(set, account.advanced),
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
    const saved = ownUnder(readForOwn(policy), await own.list()).filter(
      (each) => !locked.some((set) => isSameAccount(set, each)),
    );
    // A chosen default has a negative position; those of a policy have 0.
    const isDefault = ({ position }: Account): boolean => position < 0;
    return [...saved.filter(isDefault), ...locked, ...saved.filter((each) => !isDefault(each))];
  },
  async save(account, replaced) {
    const policy = await managed();
    if (!allowsOwn(policy)) throw new Error('The organisation sets the connections.');
    const former = (await own.list()).find(({ id }) => id === account.id);
    return own.save(withoutPolicyValues(readForOwn(policy), account, former), replaced);
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
const connectionProblems = (managed: ManagedPolicy, used: PolicyConnection): PolicyFieldProblem[] => {
  const { serviceAddress, secretId, secretKey, shortLinkAddress, credentialStyle } = managed;
  const read = typeof serviceAddress === 'string' ? readServiceAddress(serviceAddress) : null;
  const isPublicHttp = read?.ok === false && read.problem === 'public-http';
  const found: [ConnectionProblem, boolean][] = [
    [
      isPublicHttp ? 'service-address-http' : 'service-address',
      isSet(serviceAddress) && used.address === null,
    ],
    ['secret-id-alone', isSet(secretId) && !isSet(serviceAddress)],
    ['secret-id', isSet(secretId) && used.address !== null && used.secretId === null],
    ['secret-key-alone', isSet(secretKey) && !(isSet(serviceAddress) && isSet(secretId))],
    ['secret-key', isSet(secretKey) && used.secretId !== null && used.secretKey === null],
    ['short-link-address', isSet(shortLinkAddress) && used.template === null],
    ['credential-style', isSet(credentialStyle) && used.credentials === null],
  ];
  return [
    ...found.flatMap(([kind, isWrong]) => (isWrong ? [{ kind }] : [])),
    ...operationNames
      .filter((name) => isSet(managed[pathFieldOf(name)]) && used.paths[name] === null)
      .map((name) => ({ kind: 'path' as const, value: pathFieldOf(name) })),
  ];
};

const listProblems = (managed: ManagedPolicy): PolicyFieldProblem[] => {
  if (isSet(managed.connections) && !Array.isArray(managed.connections)) return [{ kind: 'connections' }];
  return entriesOf(managed).flatMap((entry, at) => {
    const used = readPolicyConnection(entry);
    const isRight = isWhole(used) && connectionProblems(entry, used).length === 0;
    return isRight ? [] : [{ kind: 'connections-entry', value: `${at + 1}` }];
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
  const first = isOwnAllowed ? undefined : sourcesOf(managed).map(readPolicyConnection).find(isWhole);
  const { secretKey, ...connection } = first ?? readForOwn(managed);
  return {
    ...locksOf(managed),
    connection: { ...connection, hasKey: secretKey !== null },
    allowsOwn: isOwnAllowed,
    problems: [
      ...connectionProblems(managed, readPolicyConnection(managed)),
      ...listProblems(managed),
      ...problemsOf(managed),
    ],
  };
};
