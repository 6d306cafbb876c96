import { advanced, defaultAdvanced, mapOperations, operationNames } from '../api/contract.ts';
import { type ManagedPolicy, pathFieldOf } from '../settings/policy.ts';
import type { Account, Vault } from './account.ts';
import { advancedUnderPolicy, type LockedAdvanced, pathProblem, readForm, withoutDefaults } from './form.ts';

/** The connection as an organisation sets it, normalized; null for each field that it does not set, or that cannot be used. */
export interface PolicyConnection extends LockedAdvanced {
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
  const found = typeof value === 'string' && value && readForm({ ...validForm, [name]: value });
  return found && found.ok ? found.request[name] : null;
};

const readPath = (value: unknown): string | null => {
  const path = typeof value === 'string' ? value.trim() : '';
  return pathProblem(path) === null ? path : null;
};

/** Reads a policy; each field follows the rules of the form. */
export const readPolicyConnection = (managed: ManagedPolicy): PolicyConnection => {
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

/** An identifier of texts that does not reveal them. */
const digest = async (...texts: string[]): Promise<string> => {
  const bytes = new TextEncoder().encode(texts.join('\n'));
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))));
};

/** Replaces the values that come from the policy by those that the person had saved, so that policy values are never saved. */
const withoutPolicyValues = (policy: PolicyConnection, typed: Account, saved: Account | null): Account => {
  const former = saved?.id === typed.id ? saved : null;
  const typedAdvanced = typed.advanced ?? defaultAdvanced;
  const savedAdvanced = former?.advanced ?? defaultAdvanced;
  const paths = { ...typedAdvanced.paths };
  for (const name of operationNames) if (policy.paths[name] !== null) paths[name] = savedAdvanced.paths[name];
  const credentials = policy.credentials === null ? typedAdvanced.credentials : savedAdvanced.credentials;
  const template = policy.template === null ? typed.template : (former?.template ?? null);
  return { ...typed, template, advanced: withoutDefaults({ paths, credentials }) };
};

/**
 * A vault in which the organisation's values take precedence over those that the person saved. The saved ones stay
 * unchanged, and apply only to the same service and SecretID. The organisation's values are never saved.
 */
export const withPolicyConnection = (own: Vault, managed: () => Promise<ManagedPolicy>): Vault => ({
  async read() {
    const set = readPolicyConnection(await managed());
    const { address, secretId, secretKey, template } = set;
    if (address && secretId && secretKey) {
      const id = await digest(address, secretId);
      const revision = await digest(address, secretId, secretKey);
      return { id, revision, address, secretId, secretKey, template, advanced: advancedUnderPolicy(set) };
    }

    const saved = await own.read();
    if (!saved) return null;
    const isForSaved =
      (address ?? saved.address) === saved.address && (secretId ?? saved.secretId) === saved.secretId;
    if (!isForSaved) return null;
    return {
      ...saved,
      template: template ?? saved.template,
      advanced: advancedUnderPolicy(set, saved.advanced),
    };
  },
  async save(account, style) {
    const set = readPolicyConnection(await managed());
    if (set.secretKey) throw new Error('The organisation sets the account.');
    return own.save(withoutPolicyValues(set, account, await own.read()), style);
  },
  style: (account) => own.style(account),
  saveStyle: (account, style) => own.saveStyle(account, style),
});
