import type { Failure } from '../failures/contract.ts';
import { type Label, labels } from './contract.ts';

/** What the service, or the way to it, did instead of succeeding. */
export class ServiceError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.reason, options);
    this.name = 'ServiceError';
    this.failure = failure;
  }
}

/** Labels after which the link may have been created all the same. */
const undecided: readonly Label[] = ['internal-server-error', 'upstream-not-available'];

/** Whether Add can have created a link although it answered with this label. */
export const madeDespite = (label: Label): Failure['made'] => (undecided.includes(label) ? 'unknown' : 'no');

/** HTTP statuses of a request that reached no operation, so that no link was created; a label in the body is preferred. */
const unserved: Readonly<Record<number, Label>> = {
  400: 'bad-request',
  404: 'not-found',
  405: 'method-not-allowed',
};

export const labelOfStatus = (status: number | null): Label | undefined =>
  status === null ? undefined : unserved[status];

const fold = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const byMessage = new Map<string, Label>();
const byCode = new Map<number, Label>();
for (const name of Object.keys(labels) as Label[]) {
  byMessage.set(fold(labels[name].msg), name);
  for (const code of labels[name].codes) byCode.set(code, name);
}

/**
 * The documented label of a failure, or undefined. The message decides, since codes changed between versions of the
 * service; case, spaces and punctuation do not count. A failure that calls itself a success has no label.
 */
export const labelOf = (answer: { msg: string; code: number }): Label | undefined => {
  const message = fold(answer.msg);
  return byMessage.get(message) ?? (message === 'success' ? undefined : byCode.get(answer.code));
};
