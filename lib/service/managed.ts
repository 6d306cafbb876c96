import type { Managed } from '../policy/policy.ts';
import type { Vault } from './account.ts';
import { readForm } from './form.ts';

/** What an organisation sets of the connection, put right; null for what it does not set, or not so that it can be used. */
export interface ManagedConnection {
  address: string | null;
  /** Only with an address: credentials are for one service. */
  secretId: string | null;
  /** Only with both. */
  secretKey: string | null;
  template: string | null;
}

const right = { address: 'https://s.example', secretId: 'x', secretKey: null, template: '' };

const read = (name: keyof ManagedConnection, value: unknown): string | null => {
  const found = typeof value === 'string' && value && readForm({ ...right, [name]: value });
  return found && found.ok ? found.wish[name] : null;
};

/** Reads a policy; each field is held to what the form asks of it. */
export const readConnection = (managed: Managed): ManagedConnection => {
  const address = read('address', managed['serviceAddress']);
  const secretId = address && read('secretId', managed['secretId']);
  const secretKey = secretId && read('secretKey', managed['secretKey']);
  return { address, secretId, secretKey, template: read('template', managed['shortLinkAddress']) };
};

/** Stays the same while the texts do, and tells nothing of them. */
const digest = async (...texts: string[]): Promise<string> => {
  const bytes = new TextEncoder().encode(texts.join('\n'));
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))));
};

/**
 * A vault in which what the organisation sets goes before what the person saved. That is left as it was; but it counts
 * only as far as it is for the same service and SecretID. What the organisation sets is never saved.
 */
export const withManaged = (own: Vault, managed: () => Promise<Managed>): Vault => ({
  async read() {
    const { address, secretId, secretKey, template } = readConnection(await managed());
    if (address && secretId && secretKey) {
      const [id, revision] = [await digest(address, secretId), await digest(address, secretId, secretKey)];
      return { id, revision, address, secretId, secretKey, template };
    }
    const saved = await own.read();
    if ((address ?? saved?.address) !== saved?.address || (secretId ?? saved?.secretId) !== saved?.secretId)
      return null;
    return saved && { ...saved, template: template ?? saved.template };
  },
  async save(account) {
    const { secretKey, template } = readConnection(await managed());
    if (secretKey) throw new Error('The organisation sets the account.');
    if (template === null) return own.save(account);
    // The form held the organisation's: theirs stays as it was.
    const saved = await own.read();
    return own.save({ ...account, template: saved?.id === account.id ? saved.template : null });
  },
});
