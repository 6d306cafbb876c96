import { browser } from '../webextension/browser.ts';
import { withTimeout } from '../async/async.ts';
import type { Answer, Name, RequestOf, ResponseOf } from './protocol.ts';

/** Milliseconds within which the background answers every message. */
const answerLimit = 25_000;

const nothing = (): undefined => undefined;

/**
 * Sends a message to the background. Rejects as soon as the channel closes without an answer (the worker was stopped, or
 * refused the message), or if none comes in time.
 */
export const send = async <N extends Name>(name: N, request: RequestOf<N>): Promise<ResponseOf<N>> => {
  const answering = browser.runtime.sendMessage({ name, request }).catch(nothing);
  const answer = (await withTimeout(answering, { milliseconds: answerLimit, late: nothing })) as
    Answer<N> | undefined;
  if (!answer?.ok) throw new Error('No answer.');
  return answer.value;
};
