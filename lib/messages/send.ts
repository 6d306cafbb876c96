import { browser } from '@wxt-dev/webextension-polyfill/browser';
import type { Answer, Name, Request, Responses } from './protocol.ts';

/** Nobody answered: the worker died, or refused to speak with us. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** Sends a message to the background. Rejects with Unanswered as soon as the channel closes without an answer. */
export const send = async <N extends Name>(name: N, request: Request<N>): Promise<Responses[N]> => {
  const answered = browser.runtime.sendMessage({ name, request }).catch((cause: unknown) => {
    throw new Unanswered('The channel closed.', { cause });
  });
  const answer = (await answered) as Answer<N> | undefined;
  if (!answer?.ok) throw new Unanswered('No answer.');
  return answer.value;
};
