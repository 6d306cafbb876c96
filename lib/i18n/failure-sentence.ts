import { serviceFailures } from '../failures/failures.ts';
import { snakeCase, type TextKey } from './texts.ts';
import type { Reason } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';

type Text = (key: TextKey, ...values: string[]) => string;

/** Reasons whose sentence depends on whether a link may have been created. */
type OpenReason = (typeof serviceFailures)[number] | 'interrupted';

const uncertainReasons: readonly OpenReason[] = [...serviceFailures, 'interrupted'];

/** Reasons with another sentence if a connection is tested and no link is created. */
const connectingReasons = [
  ...uncertainReasons,
  'permission-denied',
  'bad-request',
  'not-found',
  'method-not-allowed',
  'access-missing',
  'too-many-requests',
] as const;

type ConnectingReason = (typeof connectingReasons)[number];

/** Failures that a person resolves in the settings. */
const settingsReasons: readonly Reason[] = [
  'permission-denied',
  'application-not-found',
  'credentials-rejected',
  'credentials-unsendable',
  'bad-request',
  'not-found',
  'method-not-allowed',
  'not-connected',
  'access-missing',
  'account-unreadable',
  'account-lost',
];

/** Seconds to wait if the service names no time. */
const defaultPause = 10;

const isOpen = (reason: Reason): reason is OpenReason => uncertainReasons.some((each) => each === reason);
const isConnecting = (reason: Reason): reason is ConnectingReason =>
  connectingReasons.some((each) => each === reason);

/** Where the sentence is shown: beside a link, or beside a connection. */
export type SentencePlace = 'popup' | 'settings';

/** What happened to a link and what to do, in one sentence. */
export const linkFailureSentence = ({ reason, made, service = '' }: Failure, text: Text): string =>
  text(isOpen(reason) ? `failure_${snakeCase(reason)}_${made}` : `failure_${snakeCase(reason)}`, service);

const connectionFailureSentence = (failure: Failure, text: Text): string => {
  const { reason, retryAfter = defaultPause, service = '' } = failure;
  if (!isConnecting(reason)) return linkFailureSentence(failure, text);
  return text(
    `failure_${snakeCase(reason)}_settings`,
    reason === 'too-many-requests' ? String(retryAfter) : service,
  );
};

/** What happened and what to do, in one sentence. No other module turns a failure into words. */
export const failureSentence = (failure: Failure, text: Text, place: SentencePlace): string =>
  place === 'settings' ? connectionFailureSentence(failure, text) : linkFailureSentence(failure, text);

/** What a person can do next apart from changing the link. */
export type Remedy = 'try-again' | 'settings' | 'without-password' | null;

export const remedy = (failure: Failure): Remedy => {
  if (failure.reason === 'password') return 'without-password';
  if (settingsReasons.includes(failure.reason)) return 'settings';
  return isOpen(failure.reason) ? 'try-again' : null;
};
