import type { Failure } from '../../failures/schema.ts';
import { testAttempt } from '../../history/test-helpers/attempt.ts';
import type { OutcomeAction } from '../../outcome/actions.ts';
import type { StoredDelivery } from '../types.ts';

/** The delivery of a link that was just created, with these buttons, whose ids are their names. */
export const testDelivery = (
  change: Partial<StoredDelivery> = {},
  ...actions: OutcomeAction[]
): StoredDelivery => {
  const attempt = testAttempt({ shown: false });
  const { link, title, validity } = attempt;
  return {
    id: 'id',
    tabId: 7,
    request: { link, title, validity, private: false },
    removed: [],
    isFromPage: false,
    tries: 1,
    attempt,
    settledAt: Date.now(),
    buttons: actions.map((action) => ({ action, id: action })),
    ...change,
  };
};

/** The delivery of a request that failed. */
export const failedDelivery = (failure: Failure, ...actions: OutcomeAction[]): StoredDelivery =>
  testDelivery(
    { attempt: testAttempt({ state: 'failed', shortLink: undefined, expiresAt: undefined, failure }) },
    ...actions,
  );
