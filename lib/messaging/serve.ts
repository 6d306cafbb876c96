import { browser } from '@wxt-dev/webextension-polyfill/browser';
import { type Answer, message, type Name, protocol, type Request, type Responses } from './protocol.ts';
import { type Sender, type SenderName, type Site, type KnownSender, knownSenderOf } from './sender.ts';

/** Where a message came from, for those that only a web page's tab may send; null for the others. */
type SenderSite<N extends Name> = 'site' extends (typeof protocol)[N]['from'][number]
  ? (typeof protocol)[N]['from'][number] extends 'site'
    ? Site
    : Site | null
  : null;

export type Handlers = { [N in Name]: (request: Request<N>, where: SenderSite<N>) => Promise<Responses[N]> };

const answer = async <N extends Name>(handle: () => Promise<Responses[N]>): Promise<Answer<N>> => {
  try {
    return { ok: true, value: await handle() };
  } catch {
    return { ok: false };
  }
};

/** What one context answers; a message for another is left to that one. */
export type PartialHandlers = Partial<Handlers>;

const call = <N extends Name>(
  handle: Handlers[N],
  { name, request, site }: { name: N; request: unknown; site: Site | null },
): Promise<Answer<N>> | undefined => {
  const parsed = protocol[name].request.safeParse(request);
  if (!parsed.success) return undefined;
  // The schema of this very name has parsed it, and the party was looked at; TypeScript does not follow a union that far.
  return answer<N>(() => handle(parsed.data as Request<N>, site as SenderSite<N>));
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
    ? call(handle, { name, request, site: received.from.site })
    : undefined;
};

/** The one door of the background, and of the sound where that lives elsewhere. Registers at once; what is refused gets no answer at all. */
export const serve = (handlers: PartialHandlers): void => {
  const self = { id: browser.runtime.id, origin: browser.runtime.getURL('/') };
  browser.runtime.onMessage.addListener((received: unknown, sender: Sender) =>
    answerTo(handlers, { message: received, from: knownSenderOf(sender, self) }),
  );
};
