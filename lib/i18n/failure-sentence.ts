import { type Reason, type ReasonWith, rowOf } from '../failures/contract.ts';
import { defaultRetryAfter } from '../failures/retry-after.ts';
import { snakeCase, type TextKey } from './texts.ts';
import type { Failure } from '../failures/schema.ts';

type Text = (key: TextKey, ...values: string[]) => string;

const mentionsLink = (reason: Reason): reason is ReasonWith<{ mentionsLink: true }> =>
  rowOf(reason).mentionsLink;

/** Where the sentence is shown: beside a link, beside an entry of the history, or beside a connection. */
type SentencePlace = 'popup' | 'history' | 'settings';

/** What became of the link, and what to do; `todo` is the advice if there is no link. */
const adviceOf = (isUncertain: boolean, todo: string, text: Text): string =>
  isUncertain
    ? text('failureMaybe', text('failureCheckHistory', text('checkHistory')))
    : text('failureNotCreated', todo);

/** What happened and what to do, each on a line of its own. No other module turns a failure into words. */
export const failureSentence = (failure: Failure, text: Text, place: SentencePlace): string => {
  const { reason, linkCreated, service = '', retryAfter = defaultRetryAfter } = failure;
  if (reason === 'too-many-requests' && place === 'settings') return text('shortenWait', String(retryAfter));
  const key = `failure_${snakeCase(reason)}` as const;
  const happened = text(key, URL.parse(service)?.host ?? service);
  if (!mentionsLink(reason)) return happened;
  const todo = text(`failure_${snakeCase(reason)}_todo`);
  const isUncertain = linkCreated === 'maybe' && rowOf(reason).mayHaveCreated;
  if (place === 'popup') return `${happened}\n${adviceOf(isUncertain, todo, text)}`;
  // The entry itself says what became of its link.
  return place === 'history' && isUncertain ? happened : `${happened}\n${todo}`;
};

/** The same beside a link. */
export const linkFailureSentence = (failure: Failure, text: Text): string =>
  failureSentence(failure, text, 'popup');

export type Remedy = ReturnType<typeof rowOf>['remedy'];

/** What a person can do next apart from changing the link. */
export const remedy = ({ reason }: Failure): Remedy => rowOf(reason).remedy;

/** Whether the connection to the service failed, which the doctor examines. */
export const isOfConnection = ({ reason }: Failure): boolean => rowOf(reason).kind === 'transport';
