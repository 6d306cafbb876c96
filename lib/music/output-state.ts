import type { AudioElement, AudioSource } from './audio-source.ts';
import type { createFade } from './fade.ts';

export interface AudioOutputEvents {
  /** It started or stopped to be audible, or its duration is known. */
  onChange(): void;
  /** The track has ended. */
  onEnded(): void;
  /** The track cannot be played, or the browser refused to start playback. */
  onFailed(why: 'broken' | 'blocked'): void;
  /** The browser paused playback. */
  onPaused(): void;
}

/** A track to play: from `position` (seconds), faded in within `fadeIn` (milliseconds). */
export interface StartRequest {
  address: string;
  position: number;
  fadeIn: number;
}

export interface OutputStatus {
  /** The track that starts when the current one has faded out. */
  next: StartRequest | null;
  /** Null while nothing is loaded, or while it fades out and is unloaded. */
  loaded: StartRequest | null;
  shouldPlay: boolean;
  isAudible: boolean;
  /** Whether the element is at the start position of the track. */
  isPositioned: boolean;
  /** Whether a person has sought in the loaded track. */
  hasSought: boolean;
}

export interface Output {
  readonly audio: AudioElement;
  readonly source: AudioSource;
  readonly fade: ReturnType<typeof createFade>;
  readonly events: AudioOutputEvents;
  status: OutputStatus;
}

export const emptyStatus: OutputStatus = {
  next: null,
  loaded: null,
  shouldPlay: false,
  isAudible: false,
  isPositioned: false,
  hasSought: false,
};

export const update = (output: Output, change: Partial<OutputStatus>): void => {
  output.status = { ...output.status, ...change };
};

/** Seconds; null while unknown or endless. */
export const totalOf = ({ audio, status }: Output): number | null =>
  status.loaded && !status.next && Number.isFinite(audio.duration) ? audio.duration : null;

export const positionOf = ({ audio, status: { next, loaded, isPositioned } }: Output): number => {
  if (next) return next.position;
  return loaded && !isPositioned ? loaded.position : audio.currentTime;
};
