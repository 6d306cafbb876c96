import { type Reason, type ReasonWith, rowOf } from '../failures/contract.ts';
import { defaultRetryAfter } from '../failures/retry-after.ts';
import { snakeCase, type TextKey } from './texts.ts';
import type { Failure } from '../failures/schema.ts';

type Text = (key: TextKey, ...values: string[]) => string;

const mayHaveCreated = (reason: Reason): reason is ReasonWith<{ mayHaveCreated: true }> =>
  rowOf(reason).mayHaveCreated;
const hasConnectionSentence = (reason: Reason): reason is ReasonWith<{ hasConnectionSentence: true }> =>
  rowOf(reason).hasConnectionSentence;

/** Where the sentence is shown: beside a link, or beside a connection. */
type SentencePlace = 'popup' | 'settings';

/** What happened to a link and what to do, in one sentence. */
export const linkFailureSentence = ({ reason, linkCreated, service = '' }: Failure, text: Text): string =>
  text(
    mayHaveCreated(reason) ? `failure_${snakeCase(reason)}_${linkCreated}` : `failure_${snakeCase(reason)}`,
    service,
  );

const connectionFailureSentence = (failure: Failure, text: Text): string => {
  const { reason, retryAfter = defaultRetryAfter, service = '' } = failure;
  if (!hasConnectionSentence(reason)) return linkFailureSentence(failure, text);
  return text(
    `failure_${snakeCase(reason)}_settings`,
    reason === 'too-many-requests' ? String(retryAfter) : service,
  );
};

/** What happened and what to do, in one sentence. No other module turns a failure into words. */
export const failureSentence = (failure: Failure, text: Text, place: SentencePlace): string =>
  place === 'settings' ? connectionFailureSentence(failure, text) : linkFailureSentence(failure, text);

export type Remedy = ReturnType<typeof rowOf>['remedy'];

/** What a person can do next apart from changing the link. */
export const remedy = ({ reason }: Failure): Remedy => rowOf(reason).remedy;
