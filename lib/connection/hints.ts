import type { Feature } from '../api/links/contract.ts';
import type { ConnectionHint } from '../settings/connection-hint.ts';
import { changeSettings, readOwnSettings } from '../settings/settings.ts';
import type { Account, AccountStore } from './account.ts';

// What pages know of the connections: only the background calls this.

export const hintOf = ({ id, address }: Account, features: readonly Feature[]): ConnectionHint => ({
  id,
  name: '',
  hue: 1,
  host: new URL(address).host,
  features,
});

type Hints = readonly ConnectionHint[];

/** Writes them only if they have changed: a token is renewed each hour. */
const changeHints = async (next: (known: Hints) => ConnectionHint[]): Promise<void> => {
  const { connections } = await readOwnSettings();
  if (JSON.stringify(next(connections)) !== JSON.stringify(connections))
    await changeSettings(({ connections: known }) => ({ connections: next(known) }));
};

/** Adds a hint, or replaces the one with the same id. */
export const storeHint = (hint: ConnectionHint): Promise<void> =>
  changeHints((known) => [...known.filter(({ id }) => id !== hint.id), hint]);

export const removeHint = (id: string): Promise<void> =>
  changeHints((known) => known.filter((each) => each.id !== id));

/** Stores what the service of an account can do. */
export const storeFeatures = (account: string, features: Feature[]): Promise<void> =>
  changeHints((known) => known.map((each) => (each.id === account ? { ...each, features } : each)));

interface Stores {
  /** What a person saved, without a policy. */
  own: Pick<AccountStore, 'read'>;
  /** What is in effect. */
  accountStore: Pick<AccountStore, 'read'>;
}

/**
 * Brings the hints in line with the accounts; what their services announced stays. If the browser has lost all accounts, the
 * hints are what is left of them: they stay, so that the loss is reported.
 */
export const syncHints = async ({ own, accountStore }: Stores): Promise<void> => {
  const account = await accountStore.read();
  const isLost = !account && !(await own.read());
  await changeHints((known) => {
    if (isLost) return known.filter(({ isLocked }) => !isLocked);
    const featuresOf = ({ id }: Account) => known.find((each) => each.id === id)?.features ?? [];
    return account ? [hintOf(account, featuresOf(account))] : [];
  });
};

/** Whether an account was saved that the browser has lost since: it replaces a damaged database by an empty one without an error. */
export const isAccountLost = async (own: Pick<AccountStore, 'read'>): Promise<boolean> => {
  const { connections } = await readOwnSettings();
  return connections.some(({ isLocked }) => !isLocked) && (await own.read()) === null;
};
