import { type AudioElement, createAudioSource, type FetchAudio } from './audio-source.ts';
import { createFade, fades } from './fade.ts';

/** Seconds before its end within which a track starts from its beginning. */
const nearEnd = 5;

/** Seconds: a track that ends after less than this counts as broken. */
const shortestTrack = 1;

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
interface StartRequest {
  address: string;
  position: number;
  fadeIn: number;
}

interface OutputStatus {
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

interface Output {
  readonly audio: AudioElement;
  readonly source: ReturnType<typeof createAudioSource>;
  readonly fade: ReturnType<typeof createFade>;
  readonly events: AudioOutputEvents;
  status: OutputStatus;
}

const emptyStatus: OutputStatus = {
  next: null,
  loaded: null,
  shouldPlay: false,
  isAudible: false,
  isPositioned: false,
  hasSought: false,
};

const update = (output: Output, change: Partial<OutputStatus>): void => {
  output.status = { ...output.status, ...change };
};

/** Seconds; null while unknown or endless. */
const totalOf = ({ audio, status }: Output): number | null =>
  status.loaded && !status.next && Number.isFinite(audio.duration) ? audio.duration : null;

const positionOf = ({ audio, status: { next, loaded, isPositioned } }: Output): number => {
  if (next) return next.position;
  return loaded && !isPositioned ? loaded.position : audio.currentTime;
};

const unload = (output: Output, fadeOut: number): void => {
  output.status = emptyStatus;
  output.fade.to(0, fadeOut, output.source.clear);
};

const fail = (output: Output, why: 'broken' | 'blocked'): void => {
  const { shouldPlay, next } = output.status;
  unload(output, 0);
  if (next) load(output, next);
  else if (shouldPlay) output.events.onFailed(why);
};

const playElement = (output: Output): void => {
  const { loaded } = output.status;
  output.audio.play().catch((error: unknown) => {
    const name = error instanceof Error ? error.name : '';
    // A later request may have replaced this one. A track that fails to load also fires an error event.
    if (output.status.loaded !== loaded || !output.status.shouldPlay || name === 'AbortError') return;
    fail(output, name === 'NotAllowedError' ? 'blocked' : 'broken');
  });
};

const load = (output: Output, request: StartRequest): void => {
  output.status = { ...emptyStatus, loaded: request, shouldPlay: true };
  output.source.load(request.address, {
    ready: () => playElement(output),
    onFailed: () => fail(output, 'broken'),
  });
};

const start = (output: Output, next: StartRequest): void => {
  update(output, { next, shouldPlay: true, isAudible: false });
  output.fade.to(0, fades.out, () => load(output, next));
};

const resume = (output: Output, fadeIn: number): void => {
  const { audio, source } = output;
  const { loaded } = output.status;
  if (!loaded) return;

  update(output, { shouldPlay: true, loaded: { ...loaded, fadeIn } });
  if (source.isFetching()) return;
  if (audio.paused) {
    playElement(output);
    return;
  }
  update(output, { isAudible: audio.readyState > audio.HAVE_CURRENT_DATA });
  output.fade.to(1, fadeIn);
};

const pause = (output: Output, fadeOut: number): void => {
  if (output.status.next || output.source.isFetching()) {
    unload(output, fadeOut);
    return;
  }
  update(output, { shouldPlay: false, isAudible: false });
  output.fade.to(0, fadeOut, () => output.audio.pause());
};

const seek = (output: Output, to: number): void => {
  const total = totalOf(output);
  if (total === null) return;
  update(output, { hasSought: true });
  output.audio.currentTime = Math.min(Math.max(0, to), total);
};

/** Moves the element to the start position as soon as the duration is known. */
const moveToStart = (output: Output): void => {
  const { audio } = output;
  const { loaded } = output.status;
  if (!loaded) return;

  const isInside = loaded.position < audio.duration - nearEnd && Number.isFinite(audio.duration);
  const position = isInside ? loaded.position : 0;
  update(output, { loaded: { ...loaded, position }, isPositioned: true });
  if (position > 0) audio.currentTime = position;
};

const handleEnd = (output: Output): void => {
  const { audio, events, fade } = output;
  const { loaded, hasSought } = output.status;
  fade.to(0, 0);
  const played = audio.currentTime - (loaded?.position ?? 0);
  if (hasSought || played >= shortestTrack) events.onEnded();
  else fail(output, 'broken');
};

const setAudible = (output: Output, isAudible: boolean): void => {
  update(output, { isAudible });
  if (isAudible) output.fade.to(1, output.status.loaded?.fadeIn ?? fades.in);
  output.events.onChange();
};

const handlePause = (output: Output): void => {
  if (!output.audio.paused || output.audio.ended) return;
  update(output, { shouldPlay: false, isAudible: false });
  output.fade.to(0, 0);
  output.events.onPaused();
};

const listen = (output: Output): void => {
  const { audio, events, source } = output;
  /** Ignores events of a track that fades out or was replaced. */
  const onCurrent = (event: string, handle: () => void): void => {
    audio.addEventListener(event, () => {
      const { loaded, shouldPlay, next } = output.status;
      if (loaded && shouldPlay && !next && !source.isFetching()) handle();
    });
  };

  onCurrent('playing', () => setAudible(output, true));
  onCurrent('waiting', () => setAudible(output, false));
  onCurrent('ended', () => handleEnd(output));
  onCurrent('pause', () => handlePause(output));
  audio.addEventListener('loadedmetadata', () => moveToStart(output));
  audio.addEventListener('durationchange', () => events.onChange());
  audio.addEventListener('error', () => {
    if (output.status.loaded && audio.error) fail(output, 'broken');
  });
};

interface AudioOutputDeps {
  audio: AudioElement;
  /** If it is missing, the element loads every track by itself. */
  fetchAudio?: FetchAudio;
}

/** Plays one track at a time on an audio element, with fades in milliseconds. Fetches nothing before `start`. */
export const createAudioOutput = ({ audio, fetchAudio }: AudioOutputDeps, events: AudioOutputEvents) => {
  const fade = createFade(audio);
  const source = createAudioSource(audio, fetchAudio);
  const output: Output = { audio, source, fade, events, status: emptyStatus };
  listen(output);

  return {
    start: (request: StartRequest) => start(output, request),
    resume: (fadeIn: number) => resume(output, fadeIn),
    /** Pauses a loaded track. A track that is still being fetched is unloaded. */
    pause: (fadeOut: number) => pause(output, fadeOut),
    unload: (fadeOut: number) => unload(output, fadeOut),
    /** Seconds, limited to the track. Does nothing if its duration is unknown. */
    seek: (to: number) => seek(output, to),
    setVolume: fade.setVolume,
    setMuted(muted: boolean): void {
      audio.muted = muted;
    },
    /** Whether there is a track to resume. */
    isLoaded: () => output.status.loaded !== null && !output.status.next,
    shouldPlay: () => output.status.shouldPlay,
    isAudible: () => output.status.isAudible,
    /** Seconds; 0 while nothing is loaded. */
    position: () => positionOf(output),
    /** Seconds; null while unknown or endless. */
    total: () => totalOf(output),
    /** Bytes of the current track that were fetched, if the element does not fetch by itself. */
    fetchedBytes: source.fetchedBytes,
  };
};

export type AudioOutput = ReturnType<typeof createAudioOutput>;
