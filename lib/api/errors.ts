import { failures, type Label, labelNames } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';

/** A call that failed at the service, or on the way to it. */
export class ServiceError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.reason, options);
    this.name = 'ServiceError';
    this.failure = failure;
  }
}

const normalized = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const byMessage = new Map<string, Label>();
const byCode = new Map<number, Label>();
for (const name of labelNames) {
  byMessage.set(normalized(name), name);
  for (const code of failures[name].codes) byCode.set(code, name);
}

/**
 * The documented label of a failure, or undefined. The message decides, since codes changed between versions of the
 * service; case, spaces and punctuation do not matter. A failure with the message "success" has no label.
 */
export const labelOf = (answer: { msg: string; code: number }): Label | undefined => {
  const message = normalized(answer.msg);
  return byMessage.get(message) ?? (message === 'success' ? undefined : byCode.get(answer.code));
};
