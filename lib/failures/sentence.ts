import type { TextKey } from '../browser/texts.ts';
import type { Failure, Reason } from './contract.ts';

type Text = (key: TextKey, ...values: string[]) => string;

/** Reasons whose sentence depends on whether a link may have been made. */
const twofold = [
  'timeout',
  'unreachable',
  'not-json',
  'too-large',
  'unexpected-answer',
  'internal-server-error',
  'upstream-not-available',
  'interrupted',
] as const;

type Twofold = (typeof twofold)[number];
type Snake<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}_${Snake<Tail>}`
  : Name;

const snake = <Name extends string>(name: Name): Snake<Name> => name.replaceAll('-', '_') as Snake<Name>;

const isTwofold = (reason: Reason): reason is Twofold => twofold.some((each) => each === reason);

const keyOf = ({ reason, made }: Failure): TextKey =>
  isTwofold(reason) ? `failure_${snake(reason)}_${made}` : `failure_${snake(reason)}`;

/**
 * What happened and what to do, in one sentence. The only place where a failure becomes words. In Settings no button
 * counts the seconds of a pause, so the sentence names them.
 */
export const sentence = (failure: Failure, text: Text, place: 'popup' | 'settings'): string =>
  place === 'settings' && failure.reason === 'too-many-requests'
    ? text('failure_too_many_requests_settings', String(failure.retryAfter ?? 10))
    : text(keyOf(failure), failure.service ?? '');

/** What a person can do next beside changing the link. */
export type Remedy = 'try-again' | 'settings' | 'without-password' | null;

/** Failures that are put right in Settings. */
const forSettings: readonly Reason[] = [
  'permission-denied',
  'application-not-found',
  'not-connected',
  'access-missing',
];

export const remedy = (failure: Failure): Remedy => {
  if (failure.reason === 'password') return 'without-password';
  if (forSettings.includes(failure.reason)) return 'settings';
  return isTwofold(failure.reason) ? 'try-again' : null;
};
