import * as z from 'zod/mini';
import { serialQueue } from '../async/async.ts';
import type { SenderTab } from '../messaging/check-sender.ts';
import { sessionItem } from '../storage/storage.ts';
import type { OutcomeAction } from '../outcome/actions.ts';
import { type StoredDelivery, storedDelivery } from './types.ts';
import { undoMsLeft } from './undo-time.ts';

/** The document in which a toast runs. */
export type ToastDocument = Omit<SenderTab, 'private'>;

/** The number of stored outcomes: buttons and notifications of older ones no longer work. */
const maxStored = 20;

/** Whether the pause before the next try is over. A clock that was set back does not make it longer. */
const isPauseOver = ({ settledAt, attempt: { failure } }: StoredDelivery): boolean => {
  const elapsed = Date.now() - settledAt;
  return elapsed < 0 || elapsed >= (failure?.retryAfter ?? 0) * 1000;
};

/** Undo still works for so long after its time: the button appears a moment after the outcome is known. */
const undoGraceMs = 3_000;

/** What the button with this id does; undefined if the outcome has no such button, or if it does nothing now. */
const pressedButton = (delivery: StoredDelivery, id: string): OutcomeAction | undefined => {
  const action = delivery.buttons.find((each) => each.id === id)?.action;
  if (action === 'undo') return undoMsLeft(delivery) > -undoGraceMs ? action : undefined;
  return action === 'history' || isPauseOver(delivery) ? action : undefined;
};

/** The newest outcomes, in `storage.session`: a button may be pressed long after the worker that delivered it has stopped. */
export const createDeliveryStore = () => {
  const item = sessionItem('deliveries', z.array(storedDelivery));
  const enqueue = serialQueue();
  const read = async (): Promise<StoredDelivery[]> => (await item.read()) ?? [];
  return {
    /** Stores an outcome, in place of the one with the same id. */
    save: (outcome: StoredDelivery): Promise<void> =>
      enqueue(async () => {
        const others = (await read()).filter(({ id }) => id !== outcome.id);
        await item.write([...others, outcome].slice(-maxStored));
      }),
    find: async (id: string): Promise<StoredDelivery | undefined> =>
      (await read()).find((each) => each.id === id),
    /**
     * Returns the outcome with a button that has this id, and removes the button, so that it works once; before the end of its
     * pause, an action does nothing.
     */
    takeButton: (
      id: string,
      { tabId, documentId }: ToastDocument,
    ): Promise<{ previous: StoredDelivery; action: OutcomeAction } | null> =>
      enqueue(async () => {
        const stored = await read();
        for (const [index, previous] of stored.entries()) {
          const action = pressedButton(previous, id);
          if (!action || previous.tabId !== tabId || previous.documentId !== documentId) continue;
          const buttons = previous.buttons.filter((each) => each.id !== id);
          await item.write(stored.with(index, { ...previous, buttons }));
          return { previous, action };
        }
        return null;
      }),
    /** Removes the outcomes of private windows, after the last one was closed. */
    removePrivate: (): Promise<void> =>
      enqueue(async () => item.write((await read()).filter(({ request }) => !request.private))),
  };
};
