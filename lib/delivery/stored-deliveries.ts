import * as z from 'zod/mini';
import { serialQueue } from '../async/async.ts';
import { sessionItem } from '../storage/storage.ts';
import { type OutcomeAction, type StoredDelivery, storedDelivery } from './types.ts';

/** The document in which a toast runs. `documentId` is undefined in Firefox. */
export interface ToastDocument {
  tabId: number;
  documentId: string | undefined;
  url: string;
}

/** A name for one document of a tab: its id, or its origin in Firefox, which gives no ids. */
export const documentKeyOf = ({ documentId, url }: ToastDocument): string =>
  documentId ?? new URL(url).origin;

const isShownIn = ({ tabId, documentKey }: StoredDelivery, document: ToastDocument): boolean =>
  tabId === document.tabId && documentKey === documentKeyOf(document);

/** The number of stored outcomes: buttons and notifications of older ones no longer work. */
const maxStored = 20;

/** Whether the pause before the next try is over. A clock that was set back does not make it longer. */
const isPauseOver = ({ settledAt, result: { outcome } }: StoredDelivery): boolean => {
  const seconds = outcome.ok ? 0 : (outcome.failure.retryAfter ?? 0);
  const elapsed = Date.now() - settledAt;
  return elapsed < 0 || elapsed >= seconds * 1000;
};

/** Undo still works for so long after its time: the button appears a moment after the outcome is known. */
const undoGraceMs = 3_000;

/** What is left of the time for Undo. */
export const undoMsLeft = ({ settledAt, result: { undo } }: StoredDelivery): number =>
  undo ? undo.seconds * 1000 - Math.abs(Date.now() - settledAt) : 0;

type PressedButton = 'history' | 'undo' | OutcomeAction;

/** What the button with this id does; undefined if the outcome has no such button, or if it does nothing now. */
const pressedButton = (delivery: StoredDelivery, id: string): PressedButton | undefined => {
  const { history, action, undo } = delivery.result;
  if (history === id) return 'history';
  if (undo?.id === id) return undoMsLeft(delivery) > -undoGraceMs ? 'undo' : undefined;
  return action?.id === id && isPauseOver(delivery) ? action.kind : undefined;
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
     * pause, an action does nothing. `document` is null if a page of the extension has the button.
     */
    takeButton: (
      id: string,
      document: ToastDocument | null,
    ): Promise<{ previous: StoredDelivery; button: PressedButton } | null> =>
      enqueue(async () => {
        const stored = await read();
        for (const [index, previous] of stored.entries()) {
          const button = pressedButton(previous, id);
          if (!button || (document && !isShownIn(previous, document))) continue;
          const removed =
            button === 'history' || button === 'undo' ? { [button]: undefined } : { action: null };
          const result = { ...previous.result, ...removed };
          await item.write(stored.with(index, { ...previous, result }));
          return { previous, button };
        }
        return null;
      }),
    /** Removes the outcomes of private windows, after the last one was closed. */
    removePrivate: (): Promise<void> =>
      enqueue(async () => item.write((await read()).filter(({ request }) => !request.private))),
  };
};
