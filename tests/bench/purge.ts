/** A process of its own that deletes what has expired, as an instance does that has run for more than an hour. */
import { createPurge, startCleanup } from '../../server/cleanup.ts';
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts';

const [, , url = ''] = process.argv;
const store = await openPostgresStore({ url, connections: 4, preparedStatements: true, migrates: false });
const hour = 60 * 60_000;
let clock = 0;
const purge = createPurge(store, {
  now: () => Date.now() + clock,
  monotonic: () => performance.now() + clock,
});

// The clock is not trusted in its first hour.
await purge();
clock = 2 * hour;

const stop = startCleanup(
  async () => {
    const deleted = await purge();
    if (deleted === 0) {
      stop();
      setImmediate(() => void store.close());
    }
    return deleted;
  },
  (error) => {
    throw error;
  },
);
