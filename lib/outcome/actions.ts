import { rowOf } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import { failureOf, isCreated, isUndone } from '../history/outcome.ts';
import type { Attempt } from '../history/types.ts';
import { mayExist } from '../i18n/failure-sentence.ts';

/** What a person can do about an outcome, apart from copying and opening its link. */
export const outcomeActions = [
  'history',
  'try-again',
  'without-password',
  'settings',
  'another',
  'undo',
] as const;

export type OutcomeAction = (typeof outcomeActions)[number];

/** What a person can do after a failure, in the order of the buttons. Nothing of a private window is in the history. */
export const actionsAfter = (failure: Failure, isPrivate: boolean): OutcomeAction[] => {
  const actions: OutcomeAction[] = [];
  if (mayExist(failure) && !isPrivate) actions.push('history');
  const remedy = failure.retryAfter === undefined ? rowOf(failure.reason).remedy : 'try-again';
  if (remedy) actions.push(remedy);
  return actions;
};

/** The actions of an outcome, in the order of their buttons. `isNew`: the request has created the link, which can be undone. */
export const actionsOf = (
  attempt: Attempt,
  { isPrivate, isNew }: { isPrivate: boolean; isNew: boolean },
): OutcomeAction[] => {
  if (isUndone(attempt)) return [];
  if (!isCreated(attempt)) return actionsAfter(failureOf(attempt), isPrivate);
  if (attempt.isReused) return ['another'];
  return isNew ? ['undo'] : [];
};
