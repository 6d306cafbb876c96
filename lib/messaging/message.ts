import * as z from 'zod/mini';
import type { SenderName, SenderTab } from './check-sender.ts';

/** The tab of the sender. It may be null if pages of the extension may send the message, too, and is null if only they may. */
type TabOf<From extends SenderName> = 'content-script' extends From
  ? From extends 'content-script'
    ? SenderTab
    : SenderTab | null
  : null;

/** A message, declared where it is handled. Messages from other senders and other requests get no answer at all. */
export interface Message {
  from: readonly SenderName[];
  request: () => z.ZodMiniType;
  handle(request: never, tab: never): Promise<unknown>;
}

export type Messages = Readonly<Record<string, Message>>;

export type RequestOf<M extends Message> = z.infer<ReturnType<M['request']>>;

/** Responses come from the extension itself, so nothing parses them. */
export type ResponseOf<M extends Message> = Awaited<ReturnType<M['handle']>>;

/** The answer to a message: a value, or that its handler threw an error. */
export type Answer<M extends Message> = { ok: true; value: ResponseOf<M> } | { ok: false };

/** What a handler may answer. For a sender, undefined means that there was no answer. */
type Answerable = null | boolean | number | string | object;

/** Declares a message; the types of the handler's parameters follow from `from` and `request`. */
export const message = <
  const From extends SenderName,
  Request extends z.ZodMiniType,
  Response extends Answerable,
>(declared: {
  from: readonly From[];
  /** The schema of the request. It is built when the message arrives. */
  request: () => Request;
  handle(request: z.infer<Request>, tab: TabOf<From>): Promise<Response>;
}) => declared;

/** The request of a message that needs no values. */
export const nothing = () => z.object({});
