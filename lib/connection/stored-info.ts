import type { Feature } from '../api/links/contract.ts';
import { serialQueue } from '../async/async.ts';
import type { ConnectionInfo } from '../settings/connection-info.ts';
import { changeSettings, readOwnSettings } from '../settings/settings.ts';
import type { StoredMap } from '../storage/stored-map.ts';
import type { Account, AccountStore } from './account.ts';

// What pages know of the connections is stored by the background only.

export const infoOf = (account: Account, features: readonly Feature[]): ConnectionInfo => {
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

type InfoList = readonly ConnectionInfo[];

/** Changes what is stored. Nothing is written if it stays the same, as after most renewals of a token. */
const changeInfo = async (next: (known: InfoList) => ConnectionInfo[]): Promise<void> => {
  const { connections } = await readOwnSettings();
  if (JSON.stringify(next(connections)) !== JSON.stringify(connections))
    await changeSettings(({ connections: known }) => ({ connections: next(known) }));
};

/** What pages know of the connections, in the settings. */
export const openInfoStore = ({
  own,
  accountStore,
  announced,
}: {
  /** What a person saved, without a policy. */
  own: Pick<AccountStore, 'list'>;
  /** What is in effect. */
  accountStore: Pick<AccountStore, 'list'>;
  /** What the services of accounts announced that are not in effect: a policy may bring them back. By the id of the account. */
  announced: StoredMap<Feature[]>;
}) => {
  const enqueue = serialQueue();

  const syncNow = async (): Promise<void> => {
    const accounts = await accountStore.list();
    const isLost = accounts.length === 0 && (await own.list()).length === 0;
    const { connections } = await readOwnSettings();
    for (const { id, features } of connections)
      if (!accounts.some((each) => each.id === id)) await announced.write(id, [...features]);
    const before = await Promise.all(accounts.map(({ id }) => announced.read(id)));
    const featuresIn = (known: InfoList, { id }: Account) => known.find((each) => each.id === id)?.features;
    await changeInfo((known) =>
      isLost
        ? known.filter(({ isLocked }) => !isLocked)
        : accounts.map((account, index) =>
            infoOf(account, featuresIn(known, account) ?? before[index] ?? []),
          ),
    );
  };

  return {
    /** Adds a connection, or replaces the one with the same id. Resolves with whether there was none. */
    async save(info: ConnectionInfo): Promise<boolean> {
      let isNew = true;
      await changeInfo((known) => {
        isNew = !known.some(({ id }) => id === info.id);
        return isNew ? [...known, info] : known.map((each) => (each.id === info.id ? info : each));
      });
      return isNew;
    },
    /** Removes a connection that a person has removed: nothing that its service announced stays. */
    async remove(id: string): Promise<void> {
      await changeInfo((known) => known.filter((each) => each.id !== id));
      await announced.retain((key) => key !== id);
    },
    /** Stores what the service of an account can do. */
    saveFeatures: (account: string, features: Feature[]): Promise<void> =>
      changeInfo((known) => known.map((each) => (each.id === account ? { ...each, features } : each))),
    /**
     * Updates the stored connections after the accounts have changed; what their services announced stays. If the browser has
     * lost all accounts, the connections that a person has added stay, so that the loss is reported. Calls run one after another,
     * so that the last one to write has read the newest accounts.
     */
    sync: (): Promise<void> => enqueue(syncNow),
    /** Whether accounts were saved that the browser has lost since: it replaces a damaged database by an empty one without an error. */
    async isAccountLost(): Promise<boolean> {
      const { connections } = await readOwnSettings();
      return connections.some(({ isLocked }) => !isLocked) && (await own.list()).length === 0;
    },
  };
};

export type InfoStore = ReturnType<typeof openInfoStore>;
