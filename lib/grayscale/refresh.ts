import type { StoredItem } from '../storage/storage.ts';
import { serialQueue } from '../async/async.ts';
import type { Connection } from '../connection/connection.ts';
import type { KeptGrey } from './contract.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** Characters of the largest answer that is kept; a hundred slots of each kind take less. */
const largest = 50_000;

interface World {
  connection(): Promise<Pick<Connection, 'address' | 'grayscale'> | null>;
  kept: StoredItem<KeptGrey>;
  now?: () => number;
}

const look = async ({ connection, kept, now = Date.now }: World): Promise<void> => {
  const from = await connection();
  if (!from) return;
  const { address, grayscale } = from;
  const found = await kept.read();
  const known = found?.address === address ? found : null;
  const wait = (known?.next ?? 0) - now();
  // One that is further ahead than a day was set by a clock that has been set back since.
  if (wait > 0 && wait <= day) return;
  // First of all: neither a failure nor a worker that dies asks again soon, and nothing of another service stays.
  await kept.write({ address, next: now() + hour, data: known?.data });
  const answer = await grayscale();
  if (!answer.ok) return;
  const isSmall = JSON.stringify(answer.data).length <= largest;
  await kept.write({ address, next: now() + day, data: isSmall ? answer.data : null });
};

/**
 * Keeps the service's grey days. To be called after something that a person had done by the service, outside private
 * windows: asks once a day at most, after a failure once an hour; whatever goes wrong stays quiet. Never rejects.
 */
export const createGrey = (world: World): (() => Promise<void>) => {
  // One after the other: the second sees what the first has stored.
  const run = serialQueue();
  return () => run(() => look(world)).catch(() => undefined);
};
