import type { Feature } from '../api/links/contract.ts';
import { serialQueue } from '../async/async.ts';
import type { ConnectionHint } from '../settings/connection-hint.ts';
import { changeSettings, readOwnSettings } from '../settings/settings.ts';
import type { StoredMap } from '../storage/stored-map.ts';
import type { Account, AccountStore } from './account.ts';

// What pages know of the connections: only the background calls this.

export const hintOf = (account: Account, features: readonly Feature[]): ConnectionHint => {
  const { id, name, hue, address, validity, isLocked } = account;
  return {
    id,
    name,
    hue,
    host: new URL(address).host,
    features,
    ...(validity && { validity }),
    ...(isLocked && { isLocked }),
  };
};

type Hints = readonly ConnectionHint[];

/** Changes the stored hints. Nothing is written if they stay the same, as for most of the tokens that are renewed each hour. */
const changeHints = async (next: (known: Hints) => ConnectionHint[]): Promise<void> => {
  const { connections } = await readOwnSettings();
  if (JSON.stringify(next(connections)) !== JSON.stringify(connections))
    await changeSettings(({ connections: known }) => ({ connections: next(known) }));
};

/** Adds a hint, or replaces the one with the same id. */
export const storeHint = (hint: ConnectionHint): Promise<void> =>
  changeHints((known) =>
    known.some(({ id }) => id === hint.id)
      ? known.map((each) => (each.id === hint.id ? hint : each))
      : [...known, hint],
  );

export const removeHint = (id: string): Promise<void> =>
  changeHints((known) => known.filter((each) => each.id !== id));

/** Stores what the service of an account can do. */
export const storeFeatures = (account: string, features: Feature[]): Promise<void> =>
  changeHints((known) => known.map((each) => (each.id === account ? { ...each, features } : each)));

interface Stores {
  /** What a person saved, without a policy. */
  own: Pick<AccountStore, 'list'>;
  /** What is in effect. */
  accountStore: Pick<AccountStore, 'list'>;
  /** What the services of accounts announced that are not in effect: a policy may bring them back. By the id of the account. */
  announced: StoredMap<Feature[]>;
}

const enqueue = serialQueue();

/**
 * Brings the hints in line with the accounts; what their services announced stays. If the browser has lost all accounts, the
 * hints are what is left of them: they stay, so that the loss is reported. Calls run one after another, so that the last one to
 * write is the last one that has read the accounts.
 */
export const syncHints = ({ own, accountStore, announced }: Stores): Promise<void> =>
  enqueue(async () => {
    const accounts = await accountStore.list();
    const isLost = accounts.length === 0 && (await own.list()).length === 0;
    const { connections } = await readOwnSettings();
    for (const { id, features } of connections)
      if (!accounts.some((each) => each.id === id)) await announced.write(id, [...features]);
    const before = await Promise.all(accounts.map(({ id }) => announced.read(id)));
    const featuresIn = (known: Hints, { id }: Account) => known.find((each) => each.id === id)?.features;
    await changeHints((known) =>
      isLost
        ? known.filter(({ isLocked }) => !isLocked)
        : accounts.map((account, index) =>
            hintOf(account, featuresIn(known, account) ?? before[index] ?? []),
          ),
    );
  });

/** Whether accounts were saved that the browser has lost since: it replaces a damaged database by an empty one without an error. */
export const isAccountLost = async (own: Pick<AccountStore, 'list'>): Promise<boolean> => {
  const { connections } = await readOwnSettings();
  return connections.some(({ isLocked }) => !isLocked) && (await own.list()).length === 0;
};
