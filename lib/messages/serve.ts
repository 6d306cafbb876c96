import { browser } from '@wxt-dev/webextension-polyfill/browser';
import {
  type Answer,
  message,
  type Name,
  type Page,
  protocol,
  type Request,
  type Responses,
} from './protocol.ts';
import { type Sender, senderPage } from './sender.ts';

export type Handlers = { [N in Name]: (request: Request<N>) => Promise<Responses[N]> };

const answer = async <N extends Name>(handle: () => Promise<Responses[N]>): Promise<Answer<N>> => {
  try {
    return { ok: true, value: await handle() };
  } catch {
    return { ok: false };
  }
};

const call = <N extends Name>(
  handlers: Handlers,
  name: N,
  request: unknown,
): Promise<Answer<N>> | undefined => {
  const parsed = protocol[name].request.safeParse(request);
  if (!parsed.success) return undefined;
  // The schema of this very name has parsed it; TypeScript does not follow a union of schemas that far.
  return answer<N>(() => handlers[name](parsed.data as Request<N>));
};

/** The answer to a message, or undefined for one that is refused: an unknown name, sender or shape. */
export const answerTo = (handlers: Handlers, received: { message: unknown; from: Page | null }) => {
  const parsed = message.safeParse(received.message);
  if (!parsed.success || received.from === null) return undefined;
  const { name, request } = parsed.data;
  const allowed: readonly Page[] = protocol[name].from;
  return allowed.includes(received.from) ? call(handlers, name, request) : undefined;
};

/** The one door of the background. Registers at once; a message that is refused gets no answer at all. */
export const serve = (handlers: Handlers): void => {
  const self = { id: browser.runtime.id, origin: browser.runtime.getURL('/') };
  browser.runtime.onMessage.addListener((received: unknown, sender: Sender) =>
    answerTo(handlers, { message: received, from: senderPage(sender, self) }),
  );
};
