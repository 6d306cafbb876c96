import { sleep } from '../async/async.ts';
import { logAndReturn, logError } from '../errors/error-log.ts';
import type { Reason } from '../failures/contract.ts';
import { isBlockedDatabase, isNewerDatabase } from '../failures/database.ts';
import type { Journal, AttemptUpdate } from './types.ts';

/** Why an attempt could not be written: then nothing is sent. */
export const unwritableReason = (error: unknown): Reason => {
  logError(error);
  if (isNewerDatabase(error)) return 'history-newer';
  return isBlockedDatabase(error) ? 'history-blocked' : 'history-unwritable';
};

/** The time before each retry of writing an outcome. */
const retryDelaysMs = [100, 1000];

/** Writes an outcome to the journal. The outcome is valid even if every try fails; the entry then becomes "unknown". */
export const settleWithRetry = async (
  journal: Pick<Journal, 'settle'>,
  id: string,
  update: AttemptUpdate,
): Promise<void> => {
  for (const delayMs of [...retryDelaysMs, null]) {
    const isWritten = await journal.settle(id, update).then(() => true, logAndReturn(false));
    if (isWritten || delayMs === null) return;
    await sleep(delayMs);
  }
};
