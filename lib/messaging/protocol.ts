import type { Followed } from '../connection/follow.ts';
import * as z from 'zod/mini';
import { shortenRequest } from '../shortening/request.ts';
import type { Shortener } from '../shortening/shortening.ts';
import { type LoadedMusic, playback } from '../music/contract.ts';
import { advanced, probing } from '../api/contract.ts';
import type { Service } from '../connection/service.ts';
import type { DeliveredOutcome } from '../delivery/contract.ts';
import type { Party } from './sender.ts';

const text = z.string().check(z.regex(/^[^]{0,1000}$/));
const { id } = shortenRequest.shape;
const isPrivate = z.boolean();

/** Every message: who may send it, and what it must hold. Answers are typed by `Responses`. */
export const protocol = {
  /** Create a short link; the answer comes when it was created or failed, after 25 s at most. */
  shorten: {
    from: ['popup', 'history', 'batch', 'options'],
    request: shortenRequest,
  },
  /** What is known of an attempt: null where none with this id was ever begun. */
  attempt: { from: ['history', 'batch'], request: z.object({ id, private: isPrivate }) },
  /** The five newest attempts, the newest first. */
  recent: { from: ['popup'], request: z.object({ private: isPrivate }) },
  /** The newest attempt whose outcome nobody has seen. */
  unacknowledged: { from: ['popup'], request: z.object({ private: isPrivate }) },
  /** The outcome of a pending attempt. */
  pendingOutcome: { from: ['popup'], request: z.object({ id }) },
  /** Mark the outcome as seen by a person. */
  acknowledge: {
    from: ['popup', 'history', 'batch', 'options'],
    request: z.object({ id, private: isPrivate }),
  },
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
  probe: { from: ['options'], request: z.object({ operation: probing }) },
  /** Open the short link of this attempt; null where there is none. */
  follow: { from: ['options'], request: z.object({ id, private: isPrivate }) },
  /** Forget the account, its token and what came by it. */
  reset: { from: ['options'], request: z.object({}) },
  /** The detector met a page that is missing (404) or gone (410). */
  missing: { from: ['site'], request: z.object({ status: z.enum({ missing: 404, gone: 410 } as const) }) },
  /** A player has started: whether it plays automatically, and on which days it is shown in grayscale. */
  playerStart: { from: ['site'], request: z.object({}) },
  /** The pill was pressed: inject the player into the sender's page. */
  injectPlayer: { from: ['site'], request: z.object({}) },
  /** Start the audio player where it is not running; `toPlay` loads the track list meanwhile. */
  openPlayer: { from: ['site', 'popup', 'options'], request: z.object({ toPlay: z.boolean() }) },
  /** To the audio player: the cover of a track, as a PNG data address of at most 256 by 256 pixels. */
  cover: { from: ['site'], request: z.object({ id: z.int() }) },
  /** Never show a player on the sender's site again. */
  disableSite: { from: ['site'], request: z.object({}) },
  /** Put a player on this tab and play. */
  playHere: { from: ['popup'], request: z.object({ tabId: z.int() }) },
  /** A toast has appeared in the tab of a request: whether it should copy; null where nothing was requested. */
  toastReady: { from: ['site'], request: z.object({}) },
  /** The outcome for that toast, as soon as it is known; null where nothing was requested. */
  toastOutcome: { from: ['site'], request: z.object({}) },
  /** The outcome for the page that shows it. */
  outcome: { from: ['outcome'], request: z.object({ id }) },
  /** Run the action of the button beside an outcome: the new outcome. Each id works once; null for one that was used before. */
  runAction: { from: ['site', 'outcome'], request: z.object({ id }) },
  /** To the offscreen document, which has a clipboard: whether the text was copied. Chromium only. */
  copy: { from: ['background'], request: z.object({ text: z.string() }) },
  /** The track list and the stored playback settings. */
  music: { from: ['offscreen'], request: z.object({}) },
  savePlayback: { from: ['offscreen'], request: playback },
  /** Mark the tab from which music plays; null for none. */
  setAudibleTab: { from: ['offscreen'], request: z.object({ tabId: z.nullable(z.int()) }) },
} as const satisfies Record<string, { from: readonly Party[]; request: z.ZodMiniType }>;

export type Name = keyof typeof protocol;
export type Request<N extends Name> = z.infer<(typeof protocol)[N]['request']>;

export interface Responses {
  shorten: Awaited<ReturnType<Shortener['shorten']>>;
  unacknowledged: Awaited<ReturnType<Shortener['unacknowledged']>>;
  pendingOutcome: Awaited<ReturnType<Shortener['pendingOutcome']>>;
  acknowledge: null;
  attempt: Awaited<ReturnType<Shortener['findAttempt']>>;
  recent: Awaited<ReturnType<Shortener['newest']>>;
  toastReady: { shouldCopy: boolean } | null;
  toastOutcome: DeliveredOutcome | null;
  outcome: DeliveredOutcome | null;
  runAction: DeliveredOutcome | null;
  copy: boolean;
  connection: Awaited<ReturnType<Service['view']>>;
  connect: Awaited<ReturnType<Service['connect']>>;
  probe: Awaited<ReturnType<Service['probe']>>;
  follow: Followed | null;
  reset: null;
  missing: null;
  /** `grayscale` is the service's answer, not parsed; undefined where there is none yet. */
  playerStart: { startByItself: boolean; grayscale: unknown };
  /** Whether the browser allowed the injection. */
  injectPlayer: boolean;
  /** Whether the audio player is running. */
  openPlayer: boolean;
  cover: string | null;
  disableSite: null;
  /** Whether the browser allowed the injection. */
  playHere: boolean;
  music: LoadedMusic;
  savePlayback: null;
  setAudibleTab: null;
}

/** What the door answers: a value, or that the handler itself broke. */
export type Answer<N extends Name> = { ok: true; value: Responses[N] } | { ok: false };

/** What goes through the door, before its request is looked at. */
export const message = z.object({
  name: z.enum(Object.keys(protocol) as Name[]),
  request: z.unknown(),
});
