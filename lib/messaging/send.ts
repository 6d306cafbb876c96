import { withTimeout } from '../async/timeout.ts';
import { browser } from '../webextension/browser.ts';
import type { Answer, Message, Messages, RequestOf, ResponseOf } from './message.ts';

/** Milliseconds within which every message is answered. */
const answerLimit = 25_000;

type Received = Answer<Message> | undefined;

/**
 * Resolves with null as soon as the channel closes without an answer: the worker was stopped, or refused the message. In a
 * content script that has outlived its extension, the browser's function throws at once.
 */
const request = async (name: string, values: object): Promise<Received | null> => {
  try {
    return (await browser.runtime.sendMessage({ name, request: values })) as Received;
  } catch {
    return null;
  }
};

/**
 * Sends a message to another context of the extension. Never rejects: resolves with undefined if there is no answer within
 * that many milliseconds (a worker that is about to stop may leave the channel open), or if the handler failed.
 */
export const sendMessage = async (
  name: string,
  values: object,
  { milliseconds = answerLimit, mayRepeat = false } = {},
): Promise<unknown> => {
  const send = async (): Promise<Received | null> => {
    const answer = await request(name, values);
    return answer === null && mayRepeat ? request(name, values) : answer;
  };
  const answer = await withTimeout(send(), { milliseconds, onTimeout: () => null });
  return answer?.ok ? answer.value : undefined;
};

/** The functions of another context that handle these messages. */
export type Client<Table extends Messages> = {
  readonly [Name in keyof Table]: (
    request: RequestOf<Table[Name]>,
    milliseconds?: number,
  ) => Promise<ResponseOf<Table[Name]> | undefined>;
};

/**
 * Calls the handlers of these messages as if they were functions here. `reads`: the messages that may be handled twice, which
 * are sent once more if the channel closes without an answer.
 */
export const createClient = <Table extends Messages>(reads: readonly (keyof Table)[] = []): Client<Table> => {
  const functions: Record<string, Client<Messages>[string]> = {};
  return new Proxy(functions, {
    has: () => true,
    // Stored, so that each is the same function at every access, and a test can replace it.
    get: (_, name: string) =>
      (functions[name] ??= (values, milliseconds) =>
        sendMessage(name, values as object, { milliseconds, mayRepeat: reads.includes(name) })),
  }) as Client<Table>;
};
