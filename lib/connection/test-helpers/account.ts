import type { Account } from '../account.ts';

/** A saved account; its key is "canary". */
export const testAccount: Account = {
  id: 'id',
  revision: 'first',
  address: 'https://s.example/v3',
  secretId: 'me',
  secretKey: 'canary',
  template: null,
  name: '',
  hue: 1,
  position: 0,
};

/** A store of accounts in memory; `all` holds them in any order. */
export const memoryAccounts = (...first: Account[]) => {
  const accounts = {
    all: first,
    list: () => Promise.resolve(accounts.all.toSorted((a, b) => a.position - b.position)),
    async save(account: Account, replaced = account.id) {
      await accounts.remove(replaced);
      accounts.all.push(account);
    },
    remove(id: string) {
      accounts.all = accounts.all.filter((each) => each.id !== id);
      return Promise.resolve();
    },
  };
  return accounts;
};
