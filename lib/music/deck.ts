import type { Audio, FetchAudio } from './audio.ts';
import { type AudioSource, createAudioSource } from './audio-source.ts';
import { createFade, fades } from './fade.ts';

/** What a deck tells of itself. */
export interface DeckEvents {
  /** It sounds, waits, or knows its length. */
  changed(): void;
  /** The track came to its end. */
  ended(): void;
  /** The track cannot be played, or the browser lets no sound begin. */
  failed(why: 'broken' | 'blocked'): void;
  /** The browser paused it, not we. */
  paused(): void;
}

/** What to play, from which second on, faded in within so many milliseconds. */
export interface Start {
  address: string;
  position: number;
  fadeIn: number;
}

interface State {
  audio: Audio;
  source: AudioSource;
  fade: ReturnType<typeof createFade>;
  events: DeckEvents;
  /** What waits for the end of a fade. */
  coming: Start | null;
  /** Null while nothing is loaded, or what was fades out for good. */
  loaded: Start | null;
  /** Whether it is to sound, and whether it does. */
  running: boolean;
  sounding: boolean;
  /** Whether it is where it is to begin, and whether somebody sought since. */
  placed: boolean;
  sought: boolean;
}

/** Seconds: a track this near its end begins anew; and one that ends after less was none. */
const nearEnd = 5;
const worthHearing = 1;

const nothing = { coming: null, loaded: null, running: false, sounding: false, placed: false, sought: false };

const unload = (deck: State, fadeOut: number): void => {
  Object.assign(deck, nothing);
  deck.fade.to(0, fadeOut, deck.source.empty);
};

const fail = (deck: State, why: 'broken' | 'blocked'): void => {
  const { running, coming } = deck;
  unload(deck, 0);
  if (coming) load(deck, coming);
  else if (running) deck.events.failed(why);
};

const sound = (deck: State): void => {
  const asked = deck.loaded;
  deck.audio.play().catch((error: unknown) => {
    const name = error instanceof Error ? error.name : '';
    // Another wish may have come in between; and a track that fails says so by its event, too.
    if (deck.loaded !== asked || !deck.running || name === 'AbortError') return;
    fail(deck, name === 'NotAllowedError' ? 'blocked' : 'broken');
  });
};

const load = (deck: State, start: Start): void => {
  Object.assign(deck, { ...nothing, loaded: start, running: true });
  deck.source.load(start.address, { ready: () => sound(deck), failed: () => fail(deck, 'broken') });
};

const start = (deck: State, coming: Start): void => {
  Object.assign(deck, { coming, running: true, sounding: false });
  deck.fade.to(0, fades.out, () => load(deck, coming));
};

const resume = (deck: State, fadeIn: number): void => {
  const { audio, loaded } = deck;
  if (!loaded) return;
  Object.assign(deck, { running: true, loaded: { ...loaded, fadeIn } });
  if (deck.source.isFetching()) return;
  if (audio.paused) {
    sound(deck);
    return;
  }
  deck.sounding = audio.readyState > audio.HAVE_CURRENT_DATA;
  deck.fade.to(1, fadeIn);
};

const pause = (deck: State, fadeOut: number): void => {
  if (deck.coming || deck.source.isFetching()) {
    unload(deck, fadeOut);
    return;
  }
  Object.assign(deck, { running: false, sounding: false });
  deck.fade.to(0, fadeOut, () => deck.audio.pause());
};

/** Seconds; null while unknown or endless. */
const totalOf = ({ audio, coming, loaded }: State): number | null =>
  loaded && !coming && Number.isFinite(audio.duration) ? audio.duration : null;

const positionOf = ({ audio, coming, loaded, placed }: State): number =>
  coming?.position ?? (loaded && !placed ? loaded.position : audio.currentTime);

const seek = (deck: State, to: number): void => {
  const total = totalOf(deck);
  if (total === null) return;
  deck.sought = true;
  deck.audio.currentTime = Math.min(Math.max(0, to), total);
};

/** As soon as its length is known: to where it is to begin. */
const place = (deck: State): void => {
  const { audio, loaded } = deck;
  if (!loaded) return;
  const isInside = loaded.position < audio.duration - nearEnd && Number.isFinite(audio.duration);
  const position = isInside ? loaded.position : 0;
  Object.assign(deck, { loaded: { ...loaded, position }, placed: true });
  if (position > 0) audio.currentTime = position;
};

const end = (deck: State): void => {
  const { audio, events, fade, loaded, sought } = deck;
  fade.to(0, 0);
  if (sought || audio.currentTime - (loaded?.position ?? 0) >= worthHearing) events.ended();
  else fail(deck, 'broken');
};

const setSounding = (deck: State, sounding: boolean): void => {
  deck.sounding = sounding;
  if (sounding) deck.fade.to(1, deck.loaded?.fadeIn ?? fades.in);
  deck.events.changed();
};

const stopped = (deck: State): void => {
  if (!deck.audio.paused || deck.audio.ended) return;
  Object.assign(deck, { running: false, sounding: false });
  deck.fade.to(0, 0);
  deck.events.paused();
};

const listen = (deck: State): void => {
  const { audio, events, source } = deck;
  /** To what happens to the track that is to sound; one that fades out, or is gone, is nobody's business. */
  const on = (event: string, then: () => void): void => {
    audio.addEventListener(event, () => {
      if (deck.loaded && deck.running && !deck.coming && !source.isFetching()) then();
    });
  };
  on('playing', () => setSounding(deck, true));
  on('waiting', () => setSounding(deck, false));
  on('ended', () => end(deck));
  on('pause', () => stopped(deck));
  audio.addEventListener('loadedmetadata', () => place(deck));
  audio.addEventListener('durationchange', () => events.changed());
  audio.addEventListener('error', () => {
    if (deck.loaded && audio.error) fail(deck, 'broken');
  });
};

/** One track at a time on an audio element, with fades (milliseconds); nothing is fetched before a start. */
export const createDeck = (audio: Audio, events: DeckEvents, fetchAudio?: FetchAudio) => {
  const fade = createFade(audio);
  const source = createAudioSource(audio, fetchAudio);
  const deck: State = { audio, source, fade, events, ...nothing };
  listen(deck);
  return {
    start: (what: Start) => start(deck, what),
    resume: (fadeIn: number) => resume(deck, fadeIn),
    /** Keeps what is loaded; what is still fetched is not. */
    pause: (fadeOut: number) => pause(deck, fadeOut),
    unload: (fadeOut: number) => unload(deck, fadeOut),
    /** Seconds, held within the track; nothing where its end is not known. */
    seek: (to: number) => seek(deck, to),
    setVolume: fade.setVolume,
    setMuted(muted: boolean): void {
      audio.muted = muted;
    },
    /** Whether there is something to resume. */
    isLoaded: () => deck.loaded !== null && !deck.coming,
    isRunning: () => deck.running,
    isSounding: () => deck.sounding,
    /** Seconds; 0 while nothing is loaded. */
    position: () => positionOf(deck),
    total: () => totalOf(deck),
    /** Bytes of what is loaded that were fetched, where it is not the element that fetches. */
    fetched: source.fetched,
  };
};

export type Deck = ReturnType<typeof createDeck>;
