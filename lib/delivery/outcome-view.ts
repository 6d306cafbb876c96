import { rowOf } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import type { Outcome } from '../shortening/request.ts';
import { undoSeconds } from '../shortening/undo.ts';
import { urlWarningOf } from '../url/warnings.ts';
import { type StoredDelivery, undoTimeLeft } from './stored-deliveries.ts';
import type { Trigger } from './trigger.ts';
import type { Answer, DeliveredOutcome, OutcomeAction } from './types.ts';

export type DeliveryRequest = Omit<StoredDelivery, 'attempt' | 'settledAt' | 'view'>;

/**
 * Seconds before each retry; after the last, no button is offered. The limit is needed because a web page with a
 * compromised renderer can press the button as often as it likes.
 */
const retryPauses = [0, 2, 5, 15];

/** Removes the address and its title: the page may be compromised, and the link may come from a frame of another site. */
export const forWebPage = (delivered: DeliveredOutcome): DeliveredOutcome => ({
  ...delivered,
  link: '',
  title: '',
});

/** The outcome as it is shown now: with the seconds that are left for Undo. */
export const shownNow = (settled: StoredDelivery): DeliveredOutcome => {
  const { undo, ...view } = settled.view;
  const seconds = Math.ceil(undoTimeLeft(settled) / 1000);
  return undo && seconds > 0 ? { ...view, undo: { ...undo, seconds } } : view;
};

const newAction = (kind: OutcomeAction | null): DeliveredOutcome['action'] =>
  kind && { kind, id: crypto.randomUUID() };

/** The failure with the button for it, and with the pause before the next try. */
const withRemedy = (failure: Failure, tries: number): Pick<DeliveredOutcome, 'outcome' | 'action'> => {
  const kind = failure.retryAfter === undefined ? rowOf(failure.reason).remedy : 'try-again';
  const pause = kind === null || kind === 'settings' ? 0 : retryPauses[tries - 1];
  const retryAfter = Math.max(pause ?? 0, failure.retryAfter ?? 0);
  return {
    outcome: { ok: false, failure: retryAfter > 0 ? { ...failure, retryAfter } : failure },
    action: newAction(pause === undefined ? null : kind),
  };
};

/** `isCreated`: the request created the link; else that existed, or another click has requested it. */
export const viewOf = (
  { request, removed, tries, isPage }: DeliveryRequest,
  outcome: Outcome,
  isCreated: boolean,
): DeliveredOutcome => {
  const about = { link: request.link, title: request.title, private: request.private, removed };
  if (!outcome.ok) {
    // Nothing of a private window is in the history.
    const isInHistory = outcome.failure.hadEffect === 'maybe' && !request.private;
    const history = isInHistory ? crypto.randomUUID() : undefined;
    return { ...about, warning: null, history, ...withRemedy(outcome.failure, tries) };
  }
  const { shortLink, expiresAt, createdAt } = outcome;
  const isNew = createdAt === undefined;
  return {
    ...about,
    outcome: { ok: true, shortLink, expiresAt, createdAt },
    warning: isNew ? urlWarningOf(about.link) : null,
    action: newAction(isNew ? null : 'another'),
    ...(isCreated && {
      undo: { id: crypto.randomUUID(), seconds: undoSeconds, ...(isPage && { address: about.link }) },
    }),
  };
};

/** An answer that took no request, as an outcome that belongs to no attempt. */
export const answerDelivery = ({
  id,
  trigger: { tabId, private: isPrivate },
  answer,
}: {
  id: string;
  trigger: Trigger;
  answer: Answer;
}): StoredDelivery => {
  const about = { link: '', removed: [], private: isPrivate };
  return {
    id,
    tabId,
    request: { link: '', title: '', validity: { kind: 'never' }, private: isPrivate },
    removed: [],
    tries: 1,
    isPage: false,
    attempt: '',
    settledAt: Date.now(),
    view: { ...about, outcome: { ok: false, answer }, warning: null, action: null },
  };
};
