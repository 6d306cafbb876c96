import * as z from 'zod/mini';
import { localItem } from '../storage/storage.ts';

/**
 * What is known of the database of the history outside of it: that there is one, and when its loss was noticed
 * (milliseconds). Browsers replace a damaged database by an empty one without an error: Chromium 156 each time, Firefox 153
 * unless only pages in the middle of the file are damaged (measured).
 */
const record = localItem('history-loss', z.object({ lostAt: z.nullable(z.number()) }));

/**
 * Call it after each opening of the database; `isNew`: it did not exist. Resolves with whether a database that was there
 * before is lost.
 */
export const noteOpened = async (isNew: boolean): Promise<boolean> => {
  const known = await record.read();
  const isLost = known !== null && isNew;
  if (!known || isLost) await record.write({ lostAt: isLost ? Date.now() : null });
  return isLost;
};

/** Copies of the newest attempts, not parsed: what remains of a history that was lost. */
export const recentCopies = localItem('recent-attempts', z.array(z.unknown()));

/** When it was noticed that the browser had lost the history (milliseconds); null if it has not, or the person has seen it. */
export const readLoss = async (): Promise<number | null> => (await record.read())?.lostAt ?? null;

/** The person has seen that the history was lost. */
export const acknowledgeLoss = async (): Promise<void> => {
  await record.write({ lostAt: null });
};
