import * as z from 'zod/mini';
import { message, nothing } from '../messaging/message.ts';
import { onlyId } from '../shortening/request.ts';
import type { Delivery } from './delivery.ts';

export const deliveryMessages = (delivery: Delivery) => ({
  /** A toast has started in a tab: how it copies the link; null if no link was requested in the tab. */
  toastReady: message({
    from: ['content-script'],
    request: nothing,
    handle: (_, tab) => delivery.toastReady(tab),
  }),

  /** The outcome for a toast, as soon as it is known; null if no link was requested. */
  toastOutcome: message({
    from: ['content-script'],
    request: nothing,
    handle: (_, tab) => delivery.toastOutcome(tab),
  }),

  /**
   * The outcome for the popup in a tab, as soon as it is known; null if it is no longer stored. The id is the fragment of an
   * address, which may be any text.
   */
  outcome: message({
    from: ['popup'],
    request: () => z.object({ id: z.string() }),
    handle: ({ id }) => delivery.outcome(id),
  }),

  /** Runs the action of a toast’s button and answers with its outcome. Each id works once; null when it was used. */
  runToastAction: message({
    from: ['content-script'],
    request: onlyId,
    handle: ({ id }, tab) => delivery.runAction(id, tab),
  }),
});
