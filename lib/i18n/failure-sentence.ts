import { type Reason, type ReasonWith, rowOf } from '../failures/contract.ts';
import { defaultRetrySeconds } from '../failures/retry-after.ts';
import { snakeCase, text as browserText, type TextKey } from './texts.ts';
import type { Failure } from '../failures/schema.ts';

type Text = (key: TextKey, ...values: string[]) => string;

const mentionsLink = (reason: Reason): reason is ReasonWith<{ mentionsLink: true }> =>
  rowOf(reason).mentionsLink;

/**
 * Where the sentence is shown: beside a link, in a private window too (`popup`, `private`); in the form, whose buttons say what to
 * do; where a title or an entry already says whether the link was created (`outcome`,
 * `history`); beside a link that was to be changed; beside a connection, or in its form.
 */
export type SentencePlace =
  'form' | 'popup' | 'private' | 'outcome' | 'history' | 'change' | 'settings' | 'connection';

/** Whether a link may exist. Then a person has to look before trying again. */
export const mayExist = ({ reason, hadEffect }: Failure): boolean =>
  hadEffect === 'maybe' && rowOf(reason).mayHaveEffect;

/** What to do then: the history has nothing of a private window. */
const adviceIfUncertain = (place: SentencePlace, text: Text): string =>
  place === 'private' ? text('failureSecondLink') : text('failureCheckHistory', text('checkHistory'));

/** Whether a link that was to be changed is unchanged, and what to do. */
const changeSentence = (
  isUncertain: boolean,
  reason: ReasonWith<{ mentionsLink: true }>,
  text: Text,
): string =>
  isUncertain
    ? text('failureMaybeChanged')
    : text('failureNotChanged', text(`failure_${snakeCase(reason)}_todo`));

/** The failures that SecretID and SecretKey cause. */
export const rejections: readonly Reason[] = ['credentials-rejected', 'application-not-found'];

/** What happened and what to do, each on a line of its own. No other module turns a failure into words. */
export const failureSentence = (failure: Failure, place: SentencePlace, text: Text = browserText): string => {
  const { reason, hadEffect, service = '', retryAfter = defaultRetrySeconds } = failure;
  if (place === 'connection') {
    const sentence = failureSentence(failure, 'settings', text);
    // How credentials are sent, and the paths, which only this form shows.
    const isAdvanced = rejections.includes(reason) || rowOf(reason).diagnosis === 'unexpected';
    return isAdvanced ? text('failureAdvanced', sentence) : sentence;
  }
  const key = `failure_${snakeCase(reason)}` as const;
  const happened = text(key, URL.parse(service)?.host ?? service);
  if (reason === 'too-many-requests' && place === 'settings')
    return `${happened}\n${text('shortenWait', String(retryAfter))}`;
  if (reason === 'ending-taken' && hadEffect === 'maybe') return text('endingMaybeOwn');
  if (!mentionsLink(reason)) return happened;
  const isUncertain = place !== 'settings' && mayExist(failure);
  if (place === 'history' && isUncertain) return happened;
  if (place === 'change') return `${happened}\n${changeSentence(isUncertain, reason, text)}`;
  const todo = isUncertain ? adviceIfUncertain(place, text) : text(`failure_${snakeCase(reason)}_todo`);
  // No button says to sign in to the network.
  const hasButton = isUncertain || (remedy(failure) === 'try-again' && reason !== 'redirected');
  const isSaidByButton = place === 'form' && hasButton;
  if (place !== 'popup' && place !== 'private' && place !== 'form') return `${happened}\n${todo}`;
  return `${happened}\n${text(isUncertain ? 'failureMaybe' : 'failureNotCreated', isSaidByButton ? '' : todo)}`.trim();
};

export type Remedy = ReturnType<typeof rowOf>['remedy'];

/** What a person can do next apart from changing the link. */
export const remedy = ({ reason }: Failure): Remedy => rowOf(reason).remedy;
