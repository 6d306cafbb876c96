import { browser } from '../webextension/browser.ts';
import { withTimeout } from '../async/async.ts';
import type { Answer, Name, RequestOf, ResponseOf } from './protocol.ts';

/** No answer: the worker was stopped, or refused the message. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** Milliseconds within which the background answers every message. */
const answerLimit = 25_000;

const late = (): never => {
  throw new NoAnswerError('No answer in time.');
};

/** Sends a message to the background. Rejects with NoAnswerError as soon as the channel closes without an answer. */
export const send = async <N extends Name>(name: N, request: RequestOf<N>): Promise<ResponseOf<N>> => {
  const answered = browser.runtime.sendMessage({ name, request }).catch((cause: unknown) => {
    throw new NoAnswerError('The channel closed.', { cause });
  });
  const answer = (await withTimeout(answered, { milliseconds: answerLimit, late })) as Answer<N> | undefined;
  if (!answer?.ok) throw new NoAnswerError('No answer.');
  return answer.value;
};
