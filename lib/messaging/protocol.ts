import type { Followed } from '../connection/follow.ts';
import * as z from 'zod/mini';
import { shortenRequest } from '../shortening/request.ts';
import type { Links } from '../shortening/shortening.ts';
import { type Music, playback } from '../music/contract.ts';
import { advanced, probedOperation } from '../api/contract.ts';
import type { Service } from '../connection/service.ts';
import type { Told } from '../delivery/contract.ts';
import type { SenderName } from './sender.ts';

const text = z.string().check(z.regex(/^[^]{0,1000}$/));
const { id } = shortenRequest.shape;
const isPrivate = z.boolean();

/** Every message: who may send it, and what it must hold. Answers are typed by `Responses`. */
export const protocol = {
  /** Make a short link; the answer comes when it is made or has failed, in 25 s at most. */
  shorten: {
    from: ['popup', 'history', 'many', 'options'],
    request: shortenRequest,
  },
  /** What is known of an attempt: null where none of that id was ever begun. */
  attempt: { from: ['history', 'many'], request: z.object({ id, private: isPrivate }) },
  /** The five newest attempts, the newest first. */
  recent: { from: ['popup'], request: z.object({ private: isPrivate }) },
  /** The newest attempt whose outcome nobody was told. */
  unshown: { from: ['popup'], request: z.object({ private: isPrivate }) },
  /** The outcome of an attempt that is on its way. */
  arrival: { from: ['popup'], request: z.object({ id }) },
  /** A person has been told the outcome. */
  show: { from: ['popup', 'history', 'many', 'options'], request: z.object({ id, private: isPrivate }) },
  /** The connection, without the key. */
  connection: { from: ['options'], request: z.object({}) },
  /** Connect with these credentials; a null key means the saved one. */
  connect: {
    from: ['options'],
    request: z.object({
      address: text,
      secretId: text,
      secretKey: z.nullable(text),
      template: text,
      advanced: z.optional(advanced),
    }),
  },
  /** The doctor: call this operation once, for the connection that is saved. */
  probe: { from: ['options'], request: z.object({ operation: probedOperation }) },
  /** Open the short link of this attempt; null where there is none. */
  follow: { from: ['options'], request: z.object({ id, private: isPrivate }) },
  /** Forget the account, its token and what came by it. */
  reset: { from: ['options'], request: z.object({}) },
  /** The detector met a page that is missing (404) or gone (410). */
  missing: { from: ['site'], request: z.object({ status: z.enum({ missing: 404, gone: 410 } as const) }) },
  /** A player is there: whether it is to start by itself, and when it is to be grey. */
  arrive: { from: ['site'], request: z.object({}) },
  /** Make sure that there is a sound to connect to; `toPlay` gets the list ready meanwhile. */
  wake: { from: ['site', 'popup', 'options'], request: z.object({ toPlay: z.boolean() }) },
  /** To the sound: the picture of a track of the list, as a PNG's data address, at most 256 pixels wide and high. */
  cover: { from: ['site'], request: z.object({ id: z.int() }) },
  /** No music on this site again: the one that the sender stands on. */
  never: { from: ['site'], request: z.object({}) },
  /** Put the player on this tab and let it play. */
  playHere: { from: ['popup'], request: z.object({ tabId: z.int() }) },
  /** A toast is there, on the tab where the person asked for a link: whether it is to copy; null where nobody asked. */
  toast: { from: ['site'], request: z.object({}) },
  /** How that ended, as soon as it has; null where nobody asked. */
  toasted: { from: ['site'], request: z.object({}) },
  /** How it ended, for the page that tells it. */
  told: { from: ['told'], request: z.object({ id }) },
  /** The button beside an outcome was pressed: what that gave. Each id works once; null where it is spent. */
  act: { from: ['site', 'told'], request: z.object({ id }) },
  /** To the sound's document, which has a clipboard: whether that holds the text now. Chromium only. */
  copy: { from: ['background'], request: z.object({ text: z.string() }) },
  /** The list and what is remembered. */
  music: { from: ['sound'], request: z.object({}) },
  remember: { from: ['sound'], request: playback },
  /** Which tab sounds now. */
  sounding: { from: ['sound'], request: z.object({ tabId: z.nullable(z.int()) }) },
} as const satisfies Record<string, { from: readonly SenderName[]; request: z.ZodMiniType }>;

export type Name = keyof typeof protocol;
export type Request<N extends Name> = z.infer<(typeof protocol)[N]['request']>;

export interface Responses {
  shorten: Awaited<ReturnType<Links['shorten']>>;
  unshown: Awaited<ReturnType<Links['unshown']>>;
  arrival: Awaited<ReturnType<Links['arrival']>>;
  show: null;
  attempt: Awaited<ReturnType<Links['attempt']>>;
  recent: Awaited<ReturnType<Links['newest']>>;
  toast: { copies: boolean } | null;
  toasted: Told | null;
  told: Told | null;
  act: Told | null;
  copy: boolean;
  connection: Awaited<ReturnType<Service['view']>>;
  connect: Awaited<ReturnType<Service['connect']>>;
  probe: Awaited<ReturnType<Service['probe']>>;
  follow: Followed | null;
  reset: null;
  missing: null;
  /** `grey` as the service answered it; undefined while nothing is known. */
  arrive: { startByItself: boolean; grey: unknown };
  /** False where no sound could be made. */
  wake: boolean;
  cover: string | null;
  never: null;
  /** Whether the browser let us in. */
  playHere: boolean;
  music: Music;
  remember: null;
  sounding: null;
}

/** What the door answers: a value, or that the handler itself broke. */
export type Answer<N extends Name> = { ok: true; value: Responses[N] } | { ok: false };

/** What goes through the door, before its request is looked at. */
export const message = z.object({
  name: z.enum(Object.keys(protocol) as Name[]),
  request: z.unknown(),
});
