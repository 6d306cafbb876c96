import { randomUUID } from 'node:crypto';

/** Headers of every response. */
export type CommonHeaders = Readonly<Record<'x-request-id' | 'date' | 'x-content-type-options', string>>;

/** A function that returns the headers of a response. `now` is the service's clock, in milliseconds since 1970. */
export function createCommonHeaders(now: () => number): () => CommonHeaders {
  let second = NaN;
  let date = '';

  return () => {
    const time = now();
    const current = Math.floor(time / 1000);
    if (current !== second) {
      second = current;
      date = new Date(time).toUTCString();
    }
    return { 'x-request-id': randomUUID(), date, 'x-content-type-options': 'nosniff' };
  };
}
