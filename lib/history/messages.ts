import { message, nothing } from '../messaging/message.ts';
import { countExpiring } from './expiring-count.ts';
import type { HistoryJournal } from './journal.ts';

export const historyMessages = (journal: HistoryJournal) => ({
  /** How many links expire within a week. */
  expiringCount: message({
    from: ['popup'],
    request: nothing,
    handle: async () => (await countExpiring(journal, Math.floor(Date.now() / 1000))).count,
  }),
});
