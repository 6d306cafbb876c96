import { createFade, fadesMs } from './fade.ts';

/** A position so near the end of a track is not resumed: it starts from its beginning. */
const nearEndSeconds = 5;

/** A track that ends before this position counts as broken. */
const shortestTrackSeconds = 1;

/** The part of an audio element that the audio output uses. */
export type AudioElement = Pick<
  HTMLAudioElement,
  | 'HAVE_CURRENT_DATA'
  | 'addEventListener'
  | 'currentTime'
  | 'load'
  | 'muted'
  | 'pause'
  | 'play'
  | 'removeAttribute'
  | 'src'
  | 'volume'
> &
  Readonly<Pick<HTMLAudioElement, 'duration' | 'ended' | 'error' | 'paused' | 'readyState'>>;

/**
 * Fetches a whole track. Resolves with null if the element should load it by itself; rejects if it cannot be played.
 * `progress` gets the number of bytes so far.
 */
export type FetchAudio = (
  address: string,
  options: { signal: AbortSignal; progress(bytes: number): void },
) => Promise<Blob | null>;

export interface AudioOutputEvents {
  /** The track has become audible or inaudible, or its duration is known now. */
  onChange(): void;
  onEnded(): void;
  /** The track cannot be played, or the browser refused to start playback. */
  onFailed(why: 'broken' | 'blocked'): void;
  /** The browser paused playback. */
  onPaused(): void;
}

/** A track to play: from `position` (seconds), faded in within `fadeInMs`. */
interface StartRequest {
  address: string;
  position: number;
  fadeInMs: number;
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
}

const emptyStatus: OutputStatus = {
  next: null,
  loaded: null,
  shouldPlay: false,
  isAudible: false,
  isPositioned: false,
};

/** Plays one track at a time on an audio element, with fades in milliseconds. Fetches nothing before `start`. */
export class AudioOutput {
  readonly #audio: AudioElement;
  readonly #fetchAudio: FetchAudio;
  readonly #events: AudioOutputEvents;
  readonly #fade: ReturnType<typeof createFade>;
  #status = emptyStatus;
  /** The fetch that is under way; the element is empty until then. */
  #fetching: AbortController | null = null;
  /** Address of the Blob that the element plays. */
  #objectUrl: string | null = null;
  #fetchedBytes = 0;

  /** Without `fetchAudio`, the element loads every track by itself. */
  constructor(
    audio: AudioElement,
    events: AudioOutputEvents,
    fetchAudio: FetchAudio = () => Promise.resolve(null),
  ) {
    this.#audio = audio;
    this.#fetchAudio = fetchAudio;
    this.#events = events;
    this.#fade = createFade(audio);
    this.#listen();
  }

  /** Whether there is a track to resume. */
  get isLoaded(): boolean {
    return this.#status.loaded !== null && !this.#status.next;
  }
  get shouldPlay(): boolean {
    return this.#status.shouldPlay;
  }
  get isAudible(): boolean {
    return this.#status.isAudible;
  }
  /** Seconds; 0 while nothing is loaded. */
  get position(): number {
    const { next, loaded, isPositioned } = this.#status;
    if (next) return next.position;
    return loaded && !isPositioned ? loaded.position : this.#audio.currentTime;
  }
  /** Seconds; null while unknown or endless. */
  get total(): number | null {
    return this.isLoaded && Number.isFinite(this.#audio.duration) ? this.#audio.duration : null;
  }
  /** Bytes of the current track that were fetched, if the element does not fetch by itself. */
  get fetchedBytes(): number {
    return this.#fetchedBytes;
  }

  start(next: StartRequest): void {
    this.#update({ next, shouldPlay: true, isAudible: false });
    this.#fade.to(0, fadesMs.out, () => void this.#load(next));
  }

  resume(fadeInMs: number): void {
    const { loaded } = this.#status;
    if (!loaded) return;

    this.#update({ shouldPlay: true, loaded: { ...loaded, fadeInMs } });
    if (this.#fetching) return;
    if (this.#audio.paused) {
      this.#playElement();
      return;
    }
    this.#update({ isAudible: this.#audio.readyState > this.#audio.HAVE_CURRENT_DATA });
    this.#fade.to(1, fadeInMs);
  }

  /** Pauses a loaded track. A track that is still being fetched is unloaded. */
  pause(fadeOutMs: number): void {
    if (this.#status.next || this.#fetching) {
      this.unload(fadeOutMs);
      return;
    }
    this.#update({ shouldPlay: false, isAudible: false });
    this.#fade.to(0, fadeOutMs, () => this.#audio.pause());
  }

  unload(fadeOutMs: number): void {
    this.#status = emptyStatus;
    this.#fade.to(0, fadeOutMs, () => this.#empty());
  }

  /** Seconds, limited to the track. Does nothing if its duration is unknown. */
  seek(to: number): void {
    const { total } = this;
    if (total !== null) this.#audio.currentTime = Math.min(Math.max(0, to), total);
  }

  /** `volume` from 0 to 1; both apply at once, also during a fade. */
  setVolume({ volume, muted }: { volume: number; muted: boolean }): void {
    this.#fade.setVolume(volume);
    this.#audio.muted = muted;
  }

  #update(change: Partial<OutputStatus>): void {
    this.#status = { ...this.#status, ...change };
  }

  /** Aborts a pending fetch, empties the element and releases the fetched bytes. */
  #empty(): void {
    this.#fetching?.abort();
    this.#fetching = null;
    this.#fetchedBytes = 0;
    this.#audio.pause();
    this.#audio.removeAttribute('src');
    this.#audio.load();
    if (this.#objectUrl !== null) URL.revokeObjectURL(this.#objectUrl);
    this.#objectUrl = null;
  }

  async #load(request: StartRequest): Promise<void> {
    this.#empty();
    this.#status = { ...emptyStatus, loaded: request, shouldPlay: true };
    const fetching = new AbortController();
    this.#fetching = fetching;
    const progress = (bytes: number): void => {
      this.#fetchedBytes = bytes;
    };
    const options = { signal: fetching.signal, progress };
    const blob = await this.#fetchAudio(request.address, options).catch(() => undefined);
    // Another track was requested since, or none any more.
    if (this.#fetching !== fetching) return;

    this.#fetching = null;
    if (blob === undefined) {
      this.#fail('broken');
      return;
    }
    if (blob) this.#objectUrl = URL.createObjectURL(blob);
    this.#audio.src = this.#objectUrl ?? request.address;
    this.#playElement();
  }

  #playElement(): void {
    const { loaded } = this.#status;
    this.#audio.play().catch((error: unknown) => {
      const name = error instanceof Error ? error.name : '';
      // A later request may have replaced this one. A track that fails to load also fires an error event.
      if (this.#status.loaded !== loaded || !this.#status.shouldPlay || name === 'AbortError') return;
      this.#fail(name === 'NotAllowedError' ? 'blocked' : 'broken');
    });
  }

  #fail(why: 'broken' | 'blocked'): void {
    const { shouldPlay, next } = this.#status;
    this.unload(0);
    if (next) void this.#load(next);
    else if (shouldPlay) this.#events.onFailed(why);
  }

  /** Moves the element to the start position as soon as the duration is known. */
  #moveToStart(): void {
    const { loaded } = this.#status;
    if (!loaded) return;

    this.#update({ isPositioned: true });
    const { duration } = this.#audio;
    const isInside = Number.isFinite(duration) && loaded.position < duration - nearEndSeconds;
    if (isInside && loaded.position > 0) this.#audio.currentTime = loaded.position;
  }

  #handleEnd(): void {
    this.#fade.to(0, 0);
    if (this.#audio.currentTime >= shortestTrackSeconds) this.#events.onEnded();
    else this.#fail('broken');
  }

  #setAudible(isAudible: boolean): void {
    this.#update({ isAudible });
    if (isAudible) this.#fade.to(1, this.#status.loaded?.fadeInMs ?? fadesMs.in);
    this.#events.onChange();
  }

  #handlePause(): void {
    if (!this.#audio.paused || this.#audio.ended) return;
    this.#update({ shouldPlay: false, isAudible: false });
    this.#fade.to(0, 0);
    this.#events.onPaused();
  }

  #listen(): void {
    /** Ignores events of a track that fades out or was replaced. */
    const onCurrent = (event: string, handle: () => void): void => {
      this.#audio.addEventListener(event, () => {
        if (this.isLoaded && this.shouldPlay && !this.#fetching) handle();
      });
    };

    onCurrent('playing', () => this.#setAudible(true));
    onCurrent('waiting', () => this.#setAudible(false));
    onCurrent('ended', () => this.#handleEnd());
    onCurrent('pause', () => this.#handlePause());
    this.#audio.addEventListener('loadedmetadata', () => this.#moveToStart());
    this.#audio.addEventListener('durationchange', () => this.#events.onChange());
    this.#audio.addEventListener('error', () => {
      if (this.#status.loaded && this.#audio.error) this.#fail('broken');
    });
  }
}
