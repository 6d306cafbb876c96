import * as z from 'zod/mini';

/** `artist` holds several names joined by commas without a space. */
const trackTexts = { id: z.int(), name: z.string(), artist: z.string() };

/** One track as the service sends it. */
const track = z.object({ ...trackTexts, audio: z.url(), cover: z.url() });

/** The same entry as a client reads it. lib/music/track-list.ts checks its addresses; without a usable cover it plays all the same. */
export const uncheckedTrack = z.lazy(() =>
  z.object({ ...trackTexts, audio: z.string(), cover: z.optional(z.unknown()) }),
);

/** `data` of the service's 404 music operation. */
export const musicData = z.object({ list: z.array(track) });

type WireTrack = z.infer<typeof track>;

/** A track as the player shows it: texts of at most 200 characters; `artist` holds several names joined by ", ". */
export type TrackInfo = Pick<WireTrack, 'id' | 'name' | 'artist'>;

/** A track that may be played: addresses are of the service's own origin, or https at a public name, and `id` is unique in its list. */
export interface Track extends TrackInfo, Pick<WireTrack, 'audio'> {
  /** Null if there is no cover that may be fetched. */
  cover: string | null;
}

const repeat = z.enum(['list', 'one', 'off']);

export type Repeat = z.infer<typeof repeat>;

/** What a person can do with the audio player. It arrives from a page, whose renderer may be compromised. */
export const command = z.discriminatedUnion('type', [
  z.object({ type: z.literal('play'), by: z.enum(['user', 'autoplay']) }),
  z.object({ type: z.literal('pause') }),
  z.object({ type: z.literal('next') }),
  z.object({ type: z.literal('previous') }),
  /** Load the track list and report, without playing. */
  z.object({ type: z.literal('load') }),
  /** Keeps Firefox's background page awake while it plays. */
  z.object({ type: z.literal('keep-alive') }),
  /** Position in seconds. */
  z.object({ type: z.literal('seek'), to: z.number() }),
  /** From 0 to 1. */
  z.object({ type: z.literal('volume'), to: /* @__PURE__ */ z.number().check(z.gte(0), z.lte(1)) }),
  z.object({ type: z.literal('mute'), on: z.boolean() }),
  z.object({ type: z.literal('shuffle'), on: z.boolean() }),
  z.object({ type: z.literal('repeat'), mode: repeat }),
  /** Play the track with this id. */
  z.object({ type: z.literal('track'), id: z.int() }),
  /** Minutes until the music stops, or the end of the current track; null switches the sleep timer off. */
  z.object({ type: z.literal('sleep'), after: z.nullable(z.literal([15, 30, 60, 'track-end'])) }),
]);

export type Command = z.infer<typeof command>;

export type SleepChoice = NonNullable<Extract<Command, { type: 'sleep' }>['after']>;

/** What is stored of the music between two sessions. */
export const playback = z.lazy(() =>
  z.object({
    /** From 0 to 1; a larger stored value counts as 1. */
    volume: z.number().check(z.nonnegative()),
    muted: z.boolean(),
    shuffle: z.boolean(),
    repeat,
    /** Address of the track that played last, at most 2,048 characters. */
    audio: z.nullable(z.string().check(z.maxLength(2048))),
    /** Position in that track, in seconds. */
    position: z.number().check(z.nonnegative()),
  }),
);

export type Playback = z.infer<typeof playback>;

/** Why there is no music; components/player/player-texts.ts turns it into a sentence. */
export type Problem =
  | 'not-connected'
  | 'access-missing'
  | 'unreachable'
  | 'no-tracks'
  /** Every track of a whole round failed. */
  | 'nothing-plays'
  /** The browser refused to start playback. */
  | 'blocked';

/** State of the sleep timer; `end` in milliseconds since 1970, null for the end of the track. */
export interface SleepState {
  after: SleepChoice;
  end: number | null;
}

export interface PlayerReport {
  phase: 'paused' | 'loading' | 'playing';
  /** Which tab the music belongs to, as seen by the receiver; null while it belongs to none. */
  owner: 'this-tab' | 'other-tab' | null;
  /** Id of the owner's tab; null for receivers that are not the extension's own pages. */
  tabId: number | null;
  /** Id of the current track; null until there is a list. */
  track: number | null;
  /** Seconds. */
  elapsed: number;
  /** Seconds; null while unknown or endless. */
  total: number | null;
  /** From 0 to 1. */
  volume: number;
  muted: boolean;
  shuffle: boolean;
  repeat: Repeat;
  sleep: SleepState | null;
  problem: Problem | null;
}

/** What the audio player sends: the list once it is loaded and when it changes, a report at every change and each second. */
export type PlayerEvent = { kind: 'tracks'; tracks: TrackInfo[] } | { kind: 'report'; report: PlayerReport };

/** Controls the audio player from another context, until the signal with which it was created is aborted. */
export interface RemoteControl {
  /** Sends commands in order. Starts the audio player first if it is not running. */
  command(command: Command): void;
  /** Calls back with every event, and with null when the audio player has closed (the next command starts it). Ends with the signal. */
  listen(listener: (event: PlayerEvent | null) => void, signal: AbortSignal): void;
}

/** A remote control at the other end of a port. */
export interface PlayerClient {
  /** Id of its tab; null for one of the extension's own pages, which may send commands and never owns the music. */
  tabId: number | null;
  /** Whether its tab is in a private window. */
  private: boolean;
  send(event: PlayerEvent): void;
}

export interface AttachedClient {
  /** Executes a valid command and ignores anything else. */
  receive(command: unknown): void;
  /** Removes the client. The music stops if it belonged to this client. */
  detach(): void;
}

/** What the background sends to the audio player when it loads. */
export type LoadedMusic = { playback: Playback } & (
  { ok: true; tracks: Track[] } | { ok: false; problem: Problem }
);
