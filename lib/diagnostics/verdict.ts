import type { Failure } from '../failures/schema.ts';
import type { CredentialStyle } from '../api/contract.ts';

/** The checks, in the order of their rows. */
export const checks = [
  'saved',
  'permission',
  'reach',
  'certificate',
  'token',
  'time',
  'music',
  'grayscale',
  'divisions',
  'add',
  'follow',
  'clock',
  'times',
  'limits',
] as const;

export type Check = (typeof checks)[number];
export type State = 'good' | 'notice' | 'bad' | 'unchecked' | 'waiting';

/** The result of a check; each has its own sentence. `failure`: the sentence of `Verdict.failure` is shown. */
export type Finding =
  | 'waiting'
  | 'failure'
  | 'silent'
  | 'late'
  | 'needs-connection'
  | 'needs-permission'
  | 'needs-reach'
  | 'needs-time'
  | 'connected'
  | 'nothing-saved'
  | 'unreadable'
  | 'allowed'
  | 'reached'
  | 'offline'
  | 'not-running'
  | 'certificate-accepted'
  | 'certificate-not-needed'
  | 'certificate-unknown'
  | 'signed-in'
  | 'token-path'
  | 'answered'
  | 'no-such-answer'
  | 'not-tried'
  | 'adding'
  | 'added'
  | 'follow-not-tried'
  | 'following'
  | 'arrived'
  | 'nowhere'
  | 'asking'
  | 'clock-same'
  | 'clock-ahead'
  | 'clock-behind'
  | 'clock-unknown'
  | 'quick'
  | 'slow'
  | 'no-limits';

/**
 * `value` is in milliseconds: a difference or a duration. `style` is how the credentials were sent, `shortLink` the real
 * link that was opened; `isWhole` says that the service answered this very address.
 */
export interface Verdict {
  state: State;
  finding: Finding;
  failure?: Failure;
  milliseconds?: number;
  value?: number;
  style?: CredentialStyle;
  shortLink?: string;
  isWhole?: boolean;
}

export interface Row extends Verdict {
  check: Check;
}

const inState =
  (state: State) =>
  (finding: Finding, more: Partial<Verdict> = {}): Verdict => ({ state, finding, ...more });

export const good = inState('good');
export const notice = inState('notice');
export const bad = inState('bad');
export const unchecked = inState('unchecked');
export const waiting: Verdict = { state: 'waiting', finding: 'waiting' };
