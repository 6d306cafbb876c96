import type { Account } from '../account.ts';

/** A saved account; its key is "canary". */
export const testAccount: Account = {
  id: 'id',
  revision: 'first',
  address: 'https://s.example/v3',
  secretId: 'me',
  secretKey: 'canary',
  template: null,
};
