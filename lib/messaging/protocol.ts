import * as z from 'zod/mini';
import { matches } from '../checks/contract.ts';
import { shortenRequest } from '../shortening/request.ts';
import { playback } from '../music/contract.ts';
import { advanced, probedOperation } from '../api/contract.ts';
import { keysWith } from '../storage/values.ts';
import type { SenderName } from './check-sender.ts';
import type { Responses } from './responses.ts';

const text = z.string().check(matches(/^[^]{0,1000}$/));
const { id } = shortenRequest.shape;
const isPrivate = z.boolean();
const nothing = z.object({});
const onlyId = z.object({ id });
const attempt = z.object({ id, private: isPrivate });
const ofWindow = z.object({ private: isPrivate });
/** Some of the values that pages write, by key. Any other key makes the message invalid: it would not be stored. */
const storableValues = z.strictObject(
  Object.fromEntries(keysWith('writtenByPages', 'local').map((key) => [key, z.optional(z.unknown())])),
);

// Shared, so that the background builds each of them once at its start.
const contentScript = ['content-script'] as const;
const options = ['options'] as const;
const popup = ['popup'] as const;
const offscreen = ['offscreen'] as const;
const shorteningPages = ['popup', 'history', 'batch', 'options'] as const;

/** Every message: who may send it, and its request. The types of the responses are in responses.ts. */
export const protocol = {
  /** Creates a short link; the answer arrives when it is created or has failed, within 25 s. */
  shorten: { from: shorteningPages, request: shortenRequest },
  /** An attempt; null if none of that id was ever begun. */
  attempt: { from: ['history', 'batch'], request: attempt },
  /** The five newest attempts, the newest first. */
  recent: { from: popup, request: ofWindow },
  /** The newest attempt whose outcome was not shown yet. */
  unacknowledged: { from: popup, request: ofWindow },
  /** The outcome of a pending attempt. */
  pendingOutcome: { from: popup, request: onlyId },
  /** The failure that began a pause of the service, with the seconds that are left; null if there is none. */
  pause: { from: popup, request: nothing },
  /** Marks an outcome as shown. */
  acknowledge: { from: shorteningPages, request: attempt },
  /** The connection, without the key. */
  connection: { from: options, request: nothing },
  /** Connects with these credentials; a null key stands for the saved key. */
  connect: {
    from: options,
    request: z.object({
      address: text,
      secretId: text,
      secretKey: z.nullable(text),
      template: text,
      advanced: z.optional(advanced),
    }),
  },
  /** Calls this operation once, for the saved connection; null if none can be read. */
  probe: { from: options, request: z.object({ operation: probedOperation }) },
  /** Opens the short link of this attempt; null if there is none. */
  follow: { from: options, request: attempt },
  /** In Firefox: the values on disk, by key, if no copy of them is in `storage.session` yet. */
  readValues: { from: ['popup', 'options', 'history', 'batch', 'outcome'], request: nothing },
  /** In Firefox: stores these values on disk. */
  writeValues: { from: ['popup', 'options', 'history', 'batch'], request: storableValues },
  /** In Firefox: removes all values from the disk. */
  clearValues: { from: options, request: nothing },
  /** Removes the account, its token and all data that was fetched with it. */
  reset: { from: options, request: nothing },
  /** The detector has found a page that is missing (404) or was removed (410). */
  missing: {
    from: contentScript,
    request: z.object({ status: z.enum({ missing: 404, gone: 410 } as const) }),
  },
  /** A player has started: whether it may play without a click, and whether the service shows pages in grayscale today. */
  playerStart: { from: contentScript, request: nothing },
  /** The pill (the collapsed player on a missing page) was pressed: adds the player to the page of the sender; whether the browser allowed it. */
  injectPlayer: { from: contentScript, request: nothing },
  /** Starts the audio player if it is not running; `toPlay` also loads the track list. Whether it is running. */
  openPlayer: { from: ['content-script', 'popup', 'options'], request: z.object({ toPlay: z.boolean() }) },
  /** To the audio player: the picture of a track, as a PNG’s data address of at most 256 by 256 pixels. */
  cover: { from: contentScript, request: z.object({ id: z.int() }) },
  /** Switches music off on the site of the sender; false if that lasts only until the browser closes, as the disk is full. */
  disableSite: { from: contentScript, request: nothing },
  /** Undoes `disableSite` of the last minute in the same tab, once; whether that was done. */
  undoDisableSite: { from: contentScript, request: nothing },
  /** Adds the player to this tab and starts it; whether the browser allowed it. */
  playHere: { from: popup, request: z.object({ tabId: z.int() }) },
  /** A toast has started in a tab: whether it must copy the link; null if no link was requested in the tab. */
  toastReady: { from: contentScript, request: nothing },
  /** The outcome for a toast, as soon as it is known; null if no link was requested. */
  toastOutcome: { from: contentScript, request: nothing },
  /** The outcome for the page that shows it. */
  outcome: { from: ['outcome'], request: onlyId },
  /**
   * Runs the action of an outcome’s button and answers with its outcome, to a content script with what the toast shows of
   * it. Each id works once; null when it was used.
   */
  runAction: { from: ['content-script', 'outcome'], request: onlyId },
  /** To the offscreen document, which has a clipboard: whether that holds the text now. Chromium only. */
  copy: { from: ['background'], request: z.object({ text: z.string() }) },
  /** The track list and the stored playback state; `isByPerson`: a person has pressed Play. */
  music: { from: offscreen, request: z.object({ isByPerson: z.boolean() }) },
  /** Stores the playback state. */
  savePlayback: { from: offscreen, request: playback },
  /** The tab that plays music now. */
  setAudibleTab: { from: offscreen, request: z.object({ tabId: z.nullable(z.int()) }) },
} as const satisfies Record<keyof Responses, { from: readonly SenderName[]; request: z.ZodMiniType }>;

export type Name = keyof typeof protocol;
export type RequestOf<N extends Name> = z.infer<(typeof protocol)[N]['request']>;
export type ResponseOf<N extends Name> = Responses[N];

/** The answer to a message: a value, or that its handler threw an error. */
export type Answer<N extends Name> = { ok: true; value: ResponseOf<N> } | { ok: false };

/** A message before its request is parsed. */
export const message = z.object({
  name: z.enum(Object.keys(protocol) as Name[]),
  request: z.unknown(),
});
