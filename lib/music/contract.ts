import * as z from 'zod/mini';

/** One track of 404 music; several artists stand in one text, joined by commas without a space. */
export const track = z.object({
  id: z.int(),
  name: z.string(),
  artist: z.string(),
  audio: z.url(),
  cover: z.url(),
});

/** `data` of 404 music. */
export const musicData = z.object({ list: z.array(track) });

/** A track that may be played: addresses are https, or of the service's own origin. */
export interface Track {
  /** Unlike every other in its list. */
  id: number;
  name: string;
  /** "A, B" from "A,B". */
  artist: string;
  audio: string;
  /** Null where it may not be fetched. */
  cover: string | null;
}

export type Repeat = 'list' | 'one' | 'off';

/** Minutes until the sound ends, or the end of the track that plays. */
export type SleepChoice = 15 | 30 | 60 | 'track-end';

/** A track as it is shown: texts, capped by the background. */
export interface TrackLine {
  id: number;
  name: string;
  /** Several artists stand in one text, joined by ", ". */
  artist: string;
}

/** What a person can have done; `seek` in seconds, `volume` from 0 to 1. */
export type Command =
  | { do: 'play'; by: 'person' | 'itself' }
  | { do: 'pause' }
  | { do: 'next' }
  | { do: 'previous' }
  /** Prepare the list and report, without a sound. */
  | { do: 'look' }
  /** Still there: keeps Firefox's background page awake while it plays. */
  | { do: 'stay' }
  | { do: 'seek'; to: number }
  | { do: 'volume'; to: number }
  | { do: 'mute'; on: boolean }
  | { do: 'shuffle'; on: boolean }
  | { do: 'repeat'; mode: Repeat }
  | { do: 'track'; id: number }
  | { do: 'sleep'; after: SleepChoice | null };

/** Why there is no music; a component turns it into a sentence. */
export type Trouble =
  | 'not-connected'
  | 'access-missing'
  | 'unreachable'
  | 'no-tracks'
  /** A whole round of tracks failed. */
  | 'nothing-plays'
  /** The browser does not let us start a sound. */
  | 'blocked';

export interface Report {
  phase: 'paused' | 'loading' | 'playing';
  /** Whose the sound is, as seen by who is told; null while it is nobody's. */
  place: 'here' | 'elsewhere' | null;
  /** Its tab, told to our own pages only. */
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
  /** `end` in milliseconds since 1970; null for the end of the track. */
  sleep: { after: SleepChoice; end: number | null } | null;
  trouble: Trouble | null;
}

/** What the sound tells: the list once there is one and when it changes, a report at every change and each second. */
export type Word = { kind: 'tracks'; tracks: TrackLine[] } | { kind: 'report'; report: Report };

/** A remote control as its user holds it. */
export interface Remote {
  /** Commands arrive in the order in which they were given; a sound that is not there is woken first. */
  command(command: Command): void;
  /** Calls back with every word, and with null when the sound is gone (the next command wakes it again). */
  listen(listener: (word: Word | null) => void): void;
  close(): void;
}

/** A remote control at the other end of a port. */
export interface Client {
  /** Its tab; null for a page of ours, which may command the sound and never owns it. */
  tabId: number | null;
  /** Whether its tab is in a private window. */
  private: boolean;
  tell(word: Word): void;
}

/** A client that is there. */
export interface Attached {
  /** Does what is a command, and nothing for anything else. */
  obey(command: unknown): void;
  /** It is gone; the sound ends with the one whose it is. */
  leave(): void;
}

export const repeats = ['list', 'one', 'off'] as const satisfies readonly Repeat[];

/** What is remembered of the music from one time to the next. */
export const playback = z.object({
  /** From 0 to 1; whatever is above is 1. */
  volume: z.number().check(z.gte(0)),
  muted: z.boolean(),
  shuffle: z.boolean(),
  repeat: z.enum(repeats),
  /** Address of the track that played last. */
  audio: z.nullable(z.string().check(z.regex(/^[^]{0,2048}$/))),
  /** Seconds into it. */
  position: z.number().check(z.gte(0)),
});

export type Playback = z.infer<typeof playback>;

/** What the background gives the sound to begin with. */
export type Music = { playback: Playback } & (
  { ok: true; tracks: Track[] } | { ok: false; trouble: Trouble }
);
