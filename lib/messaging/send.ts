import { browser } from '../webextension/browser.ts';
import { withTimeout } from '../async/timeout.ts';
import type { Answer, Message, Messages, RequestOf, ResponseOf } from './message.ts';

/** Milliseconds within which every message is answered. */
const answerLimit = 25_000;

const nothing = (): undefined => undefined;

/**
 * Sends a message to the background. Rejects as soon as the channel closes without an answer (the worker was stopped, or
 * refused the message), or if none comes within this number of milliseconds: a worker that is about to stop may leave it open.
 */
export const sendMessage = async (
  name: string,
  request: object,
  milliseconds = answerLimit,
): Promise<unknown> => {
  const answering = browser.runtime.sendMessage({ name, request }).catch(nothing);
  const answer = (await withTimeout(answering, { milliseconds, onTimeout: nothing })) as
    Answer<Message> | undefined;
  if (!answer?.ok) throw new Error('No answer.');
  return answer.value;
};

/** As `sendMessage`, with the types of these messages. */
export type Send<Table extends Messages> = <Name extends keyof Table & string>(
  name: Name,
  request: RequestOf<Table[Name]>,
  milliseconds?: number,
) => Promise<ResponseOf<Table[Name]>>;
