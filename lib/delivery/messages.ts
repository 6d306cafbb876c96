import { message, nothing } from '../messaging/message.ts';
import { onlyId } from '../shortening/request.ts';
import type { Delivery } from './delivery.ts';
import { toastOutcomeOf } from './toast-outcome.ts';

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
    async handle(_, tab) {
      const delivered = await delivery.toastOutcome(tab);
      return delivered && toastOutcomeOf(delivered);
    },
  }),

  /** The outcome for the page that shows it. */
  outcome: message({ from: ['outcome'], request: onlyId, handle: ({ id }) => delivery.outcome(id) }),

  /** Runs the action of a toast’s button and answers with its outcome. Each id works once; null when it was used. */
  runToastAction: message({
    from: ['content-script'],
    request: onlyId,
    async handle({ id }, tab) {
      const delivered = await delivery.runAction(id, tab);
      return delivered && toastOutcomeOf(delivered);
    },
  }),

  /** As `runToastAction`, for the page that shows the whole outcome. */
  runAction: message({
    from: ['outcome'],
    request: onlyId,
    handle: ({ id }) => delivery.runAction(id, null),
  }),
});
