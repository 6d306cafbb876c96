import type { Managed } from '../settings/policy.ts';
import type { Account, Vault } from './account.ts';
import { type LockedAdvanced, underPolicy, withoutUsual } from './advanced.ts';
import { advanced, type Operation, operationNames, usual } from '../api/contract.ts';
import { readForm } from './form.ts';
import { pathProblem } from './path.ts';

/** What an organisation sets of the connection, normalised; null for what it does not set, or not in a usable form. */
export interface ManagedConnection extends LockedAdvanced {
  address: string | null;
  /** Only with an address: credentials are for one service. */
  secretId: string | null;
  /** Only with both. */
  secretKey: string | null;
  template: string | null;
}

/** The fields of a policy that hold paths. */
export const pathFields = {
  token: 'tokenPath',
  time: 'timePath',
  add: 'addPath',
  music: 'musicPath',
  grey: 'grayscalePath',
  divisions: 'divisionsPath',
} as const satisfies Record<Operation, string>;

const right = { address: 'https://policy.invalid', secretId: 'x', secretKey: null, template: '' };

const read = (name: 'address' | 'secretId' | 'secretKey' | 'template', value: unknown): string | null => {
  const found = typeof value === 'string' && value && readForm({ ...right, [name]: value });
  return found && found.ok ? found.wish[name] : null;
};

const readPath = (value: unknown): string | null => {
  const path = typeof value === 'string' ? value.trim() : '';
  return pathProblem(path) === null ? path : null;
};

const readPaths = (managed: Managed): ManagedConnection['paths'] => {
  const entries = operationNames.map((name) => [name, readPath(managed[pathFields[name]])]);
  return Object.fromEntries(entries) as ManagedConnection['paths'];
};

/** Reads a policy; each field follows the rules of the form. */
export const readConnection = (managed: Managed): ManagedConnection => {
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
    paths: readPaths(managed),
  };
};

/** Stays the same while the texts do, and does not reveal them. */
const digest = async (...texts: string[]): Promise<string> => {
  const bytes = new TextEncoder().encode(texts.join('\n'));
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))));
};

/** For each field that the organisation sets the value that the person had saved: the form held the organisation's. */
const withoutPolicy = (set: ManagedConnection, typed: Account, saved: Account | null): Account => {
  const former = saved?.id === typed.id ? saved : null;
  const now = typed.advanced ?? usual;
  const before = former?.advanced ?? usual;
  const paths = { ...now.paths };
  for (const name of operationNames) if (set.paths[name] !== null) paths[name] = before.paths[name];
  const credentials = set.credentials === null ? now.credentials : before.credentials;
  const template = set.template === null ? typed.template : (former?.template ?? null);
  return { ...typed, template, advanced: withoutUsual({ paths, credentials }) };
};

/**
 * A vault in which what the organisation sets takes precedence over what the person saved. That is not changed; but it
 * counts only as far as it is for the same service and SecretID. What the organisation sets is never saved.
 */
export const withManaged = (own: Vault, managed: () => Promise<Managed>): Vault => ({
  async read() {
    const set = readConnection(await managed());
    const { address, secretId, secretKey, template } = set;
    if (address && secretId && secretKey) {
      const [id, revision] = [await digest(address, secretId), await digest(address, secretId, secretKey)];
      const fields = { id, revision, address, secretId, secretKey, template };
      return { ...fields, advanced: underPolicy(set) };
    }
    const saved = await own.read();
    if ((address ?? saved?.address) !== saved?.address || (secretId ?? saved?.secretId) !== saved?.secretId)
      return null;
    if (!saved) return null;
    return { ...saved, template: template ?? saved.template, advanced: underPolicy(set, saved.advanced) };
  },
  async save(account, style) {
    const set = readConnection(await managed());
    if (set.secretKey) throw new Error('The organisation sets the account.');
    return own.save(withoutPolicy(set, account, await own.read()), style);
  },
  style: (account) => own.style(account),
  saveStyle: (account, style) => own.saveStyle(account, style),
});
