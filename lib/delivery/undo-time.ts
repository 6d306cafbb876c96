import { undoSeconds } from '../shortening/undo.ts';
import type { StoredDelivery } from './types.ts';

/** What is left of the time for Undo; less than 0 after it. */
export const undoMsLeft = ({ settledAt }: Pick<StoredDelivery, 'settledAt'>): number =>
  undoSeconds * 1000 - Math.abs(Date.now() - settledAt);

/** The same in whole seconds; 0 if the outcome cannot be undone. */
export const undoSecondsLeft = (delivery: Pick<StoredDelivery, 'settledAt' | 'buttons'>): number =>
  delivery.buttons.some(({ action }) => action === 'undo')
    ? Math.max(0, Math.ceil(undoMsLeft(delivery) / 1000))
    : 0;
