import type { Snake, TextKey } from './texts.ts';
import type { Failure, Reason } from '../failures/contract.ts';
import { serviceFailures } from '../failures/failures.ts';

type Text = (key: TextKey, ...values: string[]) => string;

/** Reasons whose sentence depends on whether a link may have been made. */
const twofold = [...serviceFailures, 'interrupted'] as const;

type Twofold = (typeof twofold)[number];
const snake = <Name extends string>(name: Name): Snake<Name> => name.replaceAll('-', '_') as Snake<Name>;

/** Reasons that read differently where a connection is tried and no link is asked for. */
const ofConnecting = [
  ...twofold,
  'permission-denied',
  'bad-request',
  'not-found',
  'method-not-allowed',
  'access-missing',
  'too-many-requests',
] as const;

type OfConnecting = (typeof ofConnecting)[number];

const isTwofold = (reason: Reason): reason is Twofold => twofold.some((each) => each === reason);
const isOfConnecting = (reason: Reason): reason is OfConnecting =>
  ofConnecting.some((each) => each === reason);

const keyOf = ({ reason, made }: Failure, place: Place): TextKey => {
  if (place === 'settings' && isOfConnecting(reason)) return `failure_${snake(reason)}_settings`;
  return isTwofold(reason) ? `failure_${snake(reason)}_${made}` : `failure_${snake(reason)}`;
};

/** Where the sentence stands: beside a link, or beside a connection. */
export type Place = 'popup' | 'settings';

/** What happened and what to do, in one sentence. The only place where a failure becomes words. */
export const sentence = (failure: Failure, text: Text, place: Place): string => {
  const isPause = place === 'settings' && failure.reason === 'too-many-requests';
  return text(keyOf(failure, place), isPause ? String(failure.retryAfter ?? 10) : (failure.service ?? ''));
};

/** What a person can do next beside changing the link. */
export type Remedy = 'try-again' | 'settings' | 'without-password' | null;

/** Failures that are put right in Settings. */
const forSettings: readonly Reason[] = [
  'permission-denied',
  'application-not-found',
  'credentials-rejected',
  'bad-request',
  'not-found',
  'method-not-allowed',
  'not-connected',
  'access-missing',
];

export const remedy = (failure: Failure): Remedy => {
  if (failure.reason === 'password') return 'without-password';
  if (forSettings.includes(failure.reason)) return 'settings';
  return isTwofold(failure.reason) ? 'try-again' : null;
};
