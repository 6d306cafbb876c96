// The polyfill is needed here: `onMessage` listeners answer with a promise.
import { polyfill as browser } from '../webextension/polyfill.cjs';
import { type Answer, message, type Name, protocol, type RequestOf, type ResponseOf } from './protocol.ts';
import {
  type Sender,
  type SenderName,
  type SenderTab,
  type KnownSender,
  knownSenderOf,
} from './check-sender.ts';

/** The tab of the sender. It may be null if pages of the extension may send the message, too, and is null if only they may. */
type TabOf<N extends Name> = 'content-script' extends (typeof protocol)[N]['from'][number]
  ? (typeof protocol)[N]['from'][number] extends 'content-script'
    ? SenderTab
    : SenderTab | null
  : null;

export type Handlers = {
  [N in Name]: (request: RequestOf<N>, tab: TabOf<N>) => Promise<ResponseOf<N>>;
};

const answer = async <N extends Name>(handle: () => Promise<ResponseOf<N>>): Promise<Answer<N>> => {
  try {
    return { ok: true, value: await handle() };
  } catch {
    return { ok: false };
  }
};

/** The handlers of one context; messages for another context are answered there. */
export type PartialHandlers = Partial<Handlers>;

const call = <N extends Name>(
  handle: Handlers[N],
  { name, request, tab }: { name: N; request: unknown; tab: SenderTab | null },
): Promise<Answer<N>> | undefined => {
  const parsed = protocol[name].request.safeParse(request);
  if (!parsed.success) return undefined;
  // The schema of this very name has parsed it, and the sender was checked; TypeScript does not follow a union that far.
  return answer<N>(() => handle(parsed.data as RequestOf<N>, tab as TabOf<N>));
};

/** The answer to a message, or undefined for one that is refused: an unknown name, sender or shape. */
export const answerTo = (
  handlers: PartialHandlers,
  received: { message: unknown; from: KnownSender | null },
) => {
  const parsed = message.safeParse(received.message);
  if (!parsed.success || received.from === null) return undefined;
  const { name, request } = parsed.data;
  const allowed: readonly SenderName[] = protocol[name].from;
  const handle = handlers[name];
  return handle && allowed.includes(received.from.name)
    ? call(handle, { name, request, tab: received.from.tab })
    : undefined;
};

/** Answers the messages to the background, or to the offscreen document. Registers synchronously; a refused message gets no answer at all. */
export const serve = (handlers: PartialHandlers): void => {
  const self = { id: browser.runtime.id, origin: browser.runtime.getURL('/') };
  browser.runtime.onMessage.addListener((received: unknown, sender: Sender) =>
    answerTo(handlers, { message: received, from: knownSenderOf(sender, self) }),
  );
};
