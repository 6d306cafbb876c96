// In the browsers that are supported, the polyfill exports the browser's own API, whose listeners answer with a promise.
import { logError } from '../errors/error-log.ts';
import browser from 'webextension-polyfill';
import * as z from 'zod/mini';
import { type KnownSender, knownSenderOf, type Sender } from './check-sender.ts';
import type { Answer, Message, Messages } from './message.ts';

/** A message before its request is parsed. */
const envelope = z.object({ name: z.string(), request: z.unknown() });

const answer = async (handle: () => Promise<unknown>): Promise<Answer<Message>> => {
  try {
    return { ok: true, value: await handle() };
  } catch (error) {
    logError(error);
    return { ok: false };
  }
};

/** The answer to a message, or undefined for one that is refused: an unknown name, sender or shape. */
const answerTo = (
  messages: Messages,
  { received, from }: { received: unknown; from: KnownSender | null },
): Promise<Answer<Message>> | undefined => {
  const parsed = envelope.safeParse(received);
  if (!parsed.success || from === null || !Object.hasOwn(messages, parsed.data.name)) return undefined;
  const message = messages[parsed.data.name];
  if (!message?.from.includes(from.name)) return undefined;
  const request = message.request().safeParse(parsed.data.request);
  // The schema of this very message has parsed it, and the sender was checked.
  return request.success ? answer(() => message.handle(request.data as never, from.tab as never)) : undefined;
};

/** Answers the messages to this context; those to another context are answered there. Registers synchronously. */
export const serve = (messages: Messages): void => {
  const self = { id: browser.runtime.id, origin: browser.runtime.getURL('/') };
  browser.runtime.onMessage.addListener((received: unknown, sender: Sender) =>
    answerTo(messages, { received, from: knownSenderOf(sender, self) }),
  );
};
