import type { Followed } from '../connection/follow.ts';
import * as z from 'zod/mini';
import { shortenRequest } from '../shortening/request.ts';
import type { Shortener } from '../shortening/shortening.ts';
import { type LoadedMusic, playback } from '../music/contract.ts';
import { advanced, probedOperation } from '../api/contract.ts';
import type { Service } from '../connection/service.ts';
import type { DeliveredOutcome, ToastOutcome } from '../delivery/contract.ts';
import type { SenderName } from './check-sender.ts';

const text = z.string().check(z.regex(/^[^]{0,1000}$/));
const { id } = shortenRequest.shape;
const isPrivate = z.boolean();
const anything = z.optional(z.unknown());
/** Those that pages write, by key. */
const storableValues = z.object({ settings: anything, playback: anything, history: anything });

interface Typed<Value> {
  value?: Value;
}

/** The type of a response, beside its request. Responses come from the extension itself, so nothing parses them. */
const type = <Value>(): Typed<Value> => ({});

/** Every message: who may send it, its request and the type of its response. */
export const protocol = {
  /** Creates a short link; the answer arrives when it is created or has failed, within 25 s. */
  shorten: {
    from: ['popup', 'history', 'batch', 'options'],
    request: shortenRequest,
    response: type<Awaited<ReturnType<Shortener['shorten']>>>(),
  },
  /** An attempt; null where none of that id was ever begun. */
  attempt: {
    from: ['history', 'batch'],
    request: z.object({ id, private: isPrivate }),
    response: type<Awaited<ReturnType<Shortener['findAttempt']>>>(),
  },
  /** The five newest attempts, the newest first. */
  recent: {
    from: ['popup'],
    request: z.object({ private: isPrivate }),
    response: type<Awaited<ReturnType<Shortener['newest']>>>(),
  },
  /** The newest attempt whose outcome was not shown yet. */
  unacknowledged: {
    from: ['popup'],
    request: z.object({ private: isPrivate }),
    response: type<Awaited<ReturnType<Shortener['unacknowledged']>>>(),
  },
  /** The outcome of a pending attempt. */
  pendingOutcome: {
    from: ['popup'],
    request: z.object({ id }),
    response: type<Awaited<ReturnType<Shortener['pendingOutcome']>>>(),
  },
  /** Marks an outcome as shown. */
  acknowledge: {
    from: ['popup', 'history', 'batch', 'options'],
    request: z.object({ id, private: isPrivate }),
    response: type<null>(),
  },
  /** The connection, without the key. */
  connection: {
    from: ['options'],
    request: z.object({}),
    response: type<Awaited<ReturnType<Service['view']>>>(),
  },
  /** Connects with these credentials; a null key stands for the saved key. */
  connect: {
    from: ['options'],
    request: z.object({
      address: text,
      secretId: text,
      secretKey: z.nullable(text),
      template: text,
      advanced: z.optional(advanced),
    }),
    response: type<Awaited<ReturnType<Service['connect']>>>(),
  },
  /** Calls this operation once, for the saved connection; null where none can be read. */
  probe: {
    from: ['options'],
    request: z.object({ operation: probedOperation }),
    response: type<Awaited<ReturnType<Service['probe']>>>(),
  },
  /** Opens the short link of this attempt; null where there is none. */
  follow: {
    from: ['options'],
    request: z.object({ id, private: isPrivate }),
    response: type<Followed | null>(),
  },
  /** In Firefox: the values on disk, by key, where no copy of them is in `storage.session` yet. */
  storedValues: {
    from: ['popup', 'options', 'history', 'batch', 'outcome'],
    request: z.object({}),
    response: type<Record<string, unknown>>(),
  },
  /** In Firefox: stores these values on disk. */
  storeValues: {
    from: ['popup', 'options', 'history', 'batch'],
    request: storableValues,
    response: type<null>(),
  },
  /** In Firefox: removes all values from the disk. */
  clearValues: { from: ['options'], request: z.object({}), response: type<null>() },
  /** Removes the account, its token and all data that was fetched with it. */
  reset: { from: ['options'], request: z.object({}), response: type<null>() },
  /** The detector has found a page that is missing (404) or was removed (410). */
  missing: {
    from: ['content-script'],
    request: z.object({ status: z.enum({ missing: 404, gone: 410 } as const) }),
    response: type<null>(),
  },
  /** A player has started: whether it may play without a click, and whether the service shows pages in grayscale today. */
  playerStart: {
    from: ['content-script'],
    request: z.object({}),
    response: type<{ startByItself: boolean; isGrayscale: boolean }>(),
  },
  /** The pill (the collapsed player on a missing page) was pressed: adds the player to the page of the sender; whether the browser allowed it. */
  injectPlayer: { from: ['content-script'], request: z.object({}), response: type<boolean>() },
  /** Starts the audio player where it is not running; `toPlay` also loads the track list. Whether it is running. */
  openPlayer: {
    from: ['content-script', 'popup', 'options'],
    request: z.object({ toPlay: z.boolean() }),
    response: type<boolean>(),
  },
  /** To the audio player: the picture of a track, as a PNG’s data address of at most 256 by 256 pixels. */
  cover: { from: ['content-script'], request: z.object({ id: z.int() }), response: type<string | null>() },
  /** Switches music off on the site of the sender; false where that lasts only until the browser closes, as the disk is full. */
  disableSite: { from: ['content-script'], request: z.object({}), response: type<boolean>() },
  /** Adds the player to this tab and starts it; whether the browser allowed it. */
  playHere: { from: ['popup'], request: z.object({ tabId: z.int() }), response: type<boolean>() },
  /** A toast has started in a tab: whether it must copy the link; null where no link was requested in the tab. */
  toastReady: {
    from: ['content-script'],
    request: z.object({}),
    response: type<{ shouldCopy: boolean } | null>(),
  },
  /** The outcome for a toast, as soon as it is known; null where no link was requested. */
  toastOutcome: {
    from: ['content-script'],
    request: z.object({}),
    response: type<ToastOutcome | null>(),
  },
  /** The outcome for the page that shows it. */
  outcome: { from: ['outcome'], request: z.object({ id }), response: type<DeliveredOutcome | null>() },
  /**
   * Runs the action of an outcome’s button and answers with its outcome, to a content script with what the toast shows of
   * it. Each id works once; null when it was used.
   */
  runAction: {
    from: ['content-script', 'outcome'],
    request: z.object({ id }),
    response: type<DeliveredOutcome | ToastOutcome | null>(),
  },
  /** To the offscreen document, which has a clipboard: whether that holds the text now. Chromium only. */
  copy: {
    from: ['background'],
    request: z.object({ text: z.string() }),
    response: type<boolean>(),
  },
  /** The track list and the stored playback state; `isByPerson`: a person has pressed Play. */
  music: {
    from: ['offscreen'],
    request: z.object({ isByPerson: z.boolean() }),
    response: type<LoadedMusic>(),
  },
  /** Stores the playback state. */
  savePlayback: { from: ['offscreen'], request: playback, response: type<null>() },
  /** The tab that plays music now. */
  setAudibleTab: {
    from: ['offscreen'],
    request: z.object({ tabId: z.nullable(z.int()) }),
    response: type<null>(),
  },
} as const satisfies Record<
  string,
  { from: readonly SenderName[]; request: z.ZodMiniType; response: Typed<unknown> }
>;

export type Name = keyof typeof protocol;
export type RequestOf<N extends Name> = z.infer<(typeof protocol)[N]['request']>;
export type ResponseOf<N extends Name> =
  (typeof protocol)[N]['response'] extends Typed<infer Value> ? Value : never;

/** The answer to a message: a value, or that its handler threw an error. */
export type Answer<N extends Name> = { ok: true; value: ResponseOf<N> } | { ok: false };

/** A message before its request is parsed. */
export const message = z.object({
  name: z.enum(Object.keys(protocol) as Name[]),
  request: z.unknown(),
});
