import type { StoredItem } from '../storage/storage.ts';
import * as z from 'zod/mini';
import { serialQueue } from '../async/async.ts';
import { requestWithoutId } from '../shortening/request.ts';
import { deliveredOutcome } from './types.ts';

const storedDelivery = z.object({
  id: z.string(),
  tabId: z.int(),
  /** The document that shows the toast: see `documentKeyOf`. Undefined if no toast has appeared. */
  documentKey: z.optional(z.string()),
  request: requestWithoutId,
  /** Names of the tracking parameters that were removed from the address. */
  removed: z.array(z.string()),
  /** See `DeliveredOutcome`. */
  firstOf: z.optional(z.int()),
  /** See `Trigger`. */
  isFromPage: z.boolean(),
  /** The id of the attempt in the journal. */
  attempt: z.string(),
  /** How many times a link was requested for it, the first time included. */
  tries: z.int(),
  /** Milliseconds: when the outcome was known. */
  settledAt: z.number(),
  /** The outcome as it is shown. */
  view: deliveredOutcome,
});

/** A request without the popup: what was requested, in which tab, and its outcome. */
export type StoredDelivery = z.infer<typeof storedDelivery>;

export const storedDeliveries = z.array(storedDelivery);

/** The tab and the document of a toast: its buttons work only there. */
export type ToastLocation = Pick<StoredDelivery, 'tabId' | 'documentKey'>;

/** The number of stored outcomes: buttons and notifications of older ones no longer work. */
const maxStored = 20;

/** Whether the pause before the next try is over. A clock that was set back does not make it longer. */
const isPauseOver = ({ settledAt, view: { outcome } }: StoredDelivery): boolean => {
  const seconds = 'failure' in outcome ? (outcome.failure.retryAfter ?? 0) : 0;
  const elapsed = Date.now() - settledAt;
  return elapsed < 0 || elapsed >= seconds * 1000;
};

/** Milliseconds for which Undo still works after its time: the button appears a moment after the outcome is known. */
const undoGrace = 3_000;

/** Milliseconds that are left of the time for Undo. */
export const undoTimeLeft = ({ settledAt, view: { undo } }: StoredDelivery): number =>
  undo ? undo.seconds * 1000 - Math.abs(Date.now() - settledAt) : 0;

/** The newest outcomes, in `storage.session`: a button may be pressed long after the worker that delivered it has stopped. */
export const createDeliveryStore = (item: StoredItem<StoredDelivery[]>) => {
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
     * pause, an action does nothing. `location` is null if a page of the extension runs the action.
     */
    takeAction: (id: string, location: ToastLocation | null): Promise<StoredDelivery | undefined> =>
      enqueue(async () => {
        const stored = await read();
        const isAtLocation = ({ tabId, documentKey }: StoredDelivery): boolean =>
          location === null || (location.tabId === tabId && location.documentKey === documentKey);
        const hasUsableButton = (each: StoredDelivery): boolean =>
          each.view.history === id ||
          (each.view.action?.id === id && isPauseOver(each)) ||
          (each.view.undo?.id === id && undoTimeLeft(each) > -undoGrace);
        const found = stored.find((each) => hasUsableButton(each) && isAtLocation(each));
        if (found) {
          const view = { ...found.view };
          if (view.history === id) view.history = undefined;
          else if (view.undo?.id === id) view.undo = undefined;
          else view.action = null;
          await item.write(stored.map((each) => (each === found ? { ...found, view } : each)));
        }
        return found;
      }),
    /** Removes the outcomes of private windows, after the last one was closed. */
    removePrivate: (): Promise<void> =>
      enqueue(async () => item.write((await read()).filter(({ request }) => !request.private))),
  };
};
