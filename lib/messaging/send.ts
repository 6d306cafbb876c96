import { browser } from '@wxt-dev/webextension-polyfill/browser';
import { withTimeout } from '../async/async.ts';
import type { Answer, Name, Request, Responses } from './protocol.ts';

/** Nobody answered: the worker died, or refused to speak with us. */
export class NoAnswerError extends Error {
  override readonly name = 'Unanswered';
}

/** Milliseconds within which the background is done with anything. */
const answerLimit = 25_000;

const late = (): never => {
  throw new NoAnswerError('No answer in time.');
};

/** Sends a message to the background. Rejects with Unanswered as soon as the channel closes without an answer. */
export const send = async <N extends Name>(name: N, request: Request<N>): Promise<Responses[N]> => {
  const answered = browser.runtime.sendMessage({ name, request }).catch((cause: unknown) => {
    throw new NoAnswerError('The channel closed.', { cause });
  });
  const answer = (await withTimeout(answered, { milliseconds: answerLimit, late })) as Answer<N> | undefined;
  if (!answer?.ok) throw new NoAnswerError('No answer.');
  return answer.value;
};
