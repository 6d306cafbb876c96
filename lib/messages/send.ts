import { browser } from '@wxt-dev/webextension-polyfill/browser';
import type { Answer, Name, Request, Responses } from './protocol.ts';

/** Nobody answered: the worker died, or refused to speak with us. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** Milliseconds within which the background is done with anything. */
const patience = 25_000;

const silence = (): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Unanswered('No answer in time.')), patience));

/** Sends a message to the background. Rejects with Unanswered as soon as the channel closes without an answer. */
export const send = async <N extends Name>(name: N, request: Request<N>): Promise<Responses[N]> => {
  const answered = browser.runtime.sendMessage({ name, request }).catch((cause: unknown) => {
    throw new Unanswered('The channel closed.', { cause });
  });
  const answer = (await Promise.race([answered, silence()])) as Answer<N> | undefined;
  if (!answer?.ok) throw new Unanswered('No answer.');
  return answer.value;
};
