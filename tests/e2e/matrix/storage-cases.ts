import { createIn, deleteIn } from './database-functions.ts';
import { runInControl } from './popup-host.ts';
import type { Matrix, MatrixCase } from './types.ts';

const history = 'waylark-history';
const account = 'waylark-account';

/** A database of that version without tables in the place of the history. */
const withBrokenHistory = (version: number) => async (matrix: Matrix) => {
  await runInControl(matrix.control, createIn, history, version);
  return () => runInControl(matrix.control, deleteIn, history);
};

const withBrokenAccount = (version: number) => async (matrix: Matrix) => {
  await runInControl(matrix.control, createIn, account, version);
  // What the sentence says: reset and connect again.
  return matrix.reconnect;
};

const refused = { posts: 0, tokens: 0, state: null };

/** What is stored cannot be read or written: nothing is sent. */
export const storageCases: readonly MatrixCase[] = [
  {
    ...refused,
    id: 'life: storage refuses to write the history',
    sentence: 'failure_history_unwritable',
    arrange: withBrokenHistory(2),
  },
  {
    ...refused,
    id: 'life: a newer version has written the history',
    sentence: 'failure_history_newer',
    arrange: withBrokenHistory(9),
  },
  {
    ...refused,
    id: 'life: another page keeps the history open',
    sentence: 'failure_history_blocked',
    async act(matrix, link) {
      const page = await matrix.fixture.open('control.html');
      await page.evaluate(blockHistory);
      const shown = await matrix.shorten(link);
      // Until then nobody can read what it has.
      await page.close();
      return shown;
    },
  },
  {
    ...refused,
    id: 'life: storage refuses to read the account',
    sentence: 'failure_account_unreadable',
    arrange: withBrokenAccount(1),
  },
  {
    ...refused,
    id: 'life: a newer version has written the account',
    sentence: 'failure_account_newer',
    arrange: withBrokenAccount(2),
  },
];

/** In a page: holds the history open while it waits to be deleted, so that everybody else waits behind that. */
async function blockHistory(): Promise<void> {
  // A connection that nothing refers to may be collected, and so closed.
  const opening = Object.assign(globalThis, { kept: indexedDB.open('waylark-history') }).kept;
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  indexedDB.deleteDatabase('waylark-history');
}
