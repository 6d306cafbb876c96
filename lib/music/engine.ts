import { begin, type Course, currentTrack, elapsed, endTrack, giveUp, keep, skip, want } from './course.ts';
import type { Audio, FetchAudio } from './audio.ts';
import { createDeck, type DeckEvents } from './deck.ts';
import { fades } from './fade.ts';
import { createLibrary } from './library.ts';
import { createMemory } from './memory.ts';
import type { Music, Playback, Report, SleepChoice } from './contract.ts';
import { createQueue, currentOf, next, pick, previous, type Queue } from './queue.ts';
import { createSleep } from './sleep.ts';
import { refresh, useModes, withTracks } from './supply.ts';
import { createWatch } from './watch.ts';

interface EngineWorld {
  audio: Audio;
  fetchAudio?: FetchAudio;
  music(): Promise<Music>;
  remember(playback: Playback): Promise<unknown>;
  /** Something that is reported is not what it was. */
  changed(): void;
}

/** Seconds into a track up to which Previous goes to the one before, and after which to its beginning. */
const justBegun = 3;

const forgive = (course: Course): void => {
  Object.assign(course, { trouble: null, failed: new Set(), heard: { ofTrack: 0, any: false } });
  course.watch.forgive();
};

const play = (course: Course, fadeIn: number): void => {
  if (course.wanted) return;
  forgive(course);
  want(course, true);
  void refresh(course);
  void withTracks(course, () => {
    const { deck, wanted, watch } = course;
    if (!wanted || deck.isRunning()) return;
    if (deck.isLoaded()) deck.resume(fadeIn);
    else begin(course, elapsed(course), fadeIn);
    watch.begin();
  });
  course.changed();
};

const pause = (course: Course, fadeOut: number = fades.out): void => {
  if (course.wanted) {
    keep(course);
    want(course, false);
    course.deck.pause(fadeOut);
  }
  course.changed();
};

/** The queue was moved: its current track begins, or waits at its beginning. */
const turn = (course: Course): void => {
  forgive(course);
  course.memory.save({ audio: currentTrack(course)?.audio ?? null, position: 0 });
  if (course.wanted) begin(course, 0);
  else course.deck.unload(0);
};

const move = (course: Course, step: (queue: Queue) => Queue): Promise<void> =>
  withTracks(course, () => {
    course.queue = step(course.queue);
    turn(course);
  });

const back = (course: Course): void => {
  if (elapsed(course) <= justBegun) return void move(course, (queue) => previous(queue));
  if (course.deck.total() === null) turn(course);
  else course.deck.seek(0);
  course.changed();
};

/** The owner is gone: the sound ends, and what was chosen for it alone is forgotten. */
const stop = (course: Course): void => {
  keep(course);
  forgive(course);
  course.sleep.set(null);
  want(course, false);
  course.deck.unload(fades.out);
  course.changed();
};

/** Gets the list and what is remembered; without them it would report, and keep, what nobody chose. */
const look = (course: Course): void => void withTracks(course, () => undefined);

/** Where nothing is loaded, that is where the current track will begin. */
const seek = (course: Course, to: number): Promise<void> =>
  withTracks(course, () => {
    const { deck, memory } = course;
    if (deck.isLoaded() || deck.isRunning()) deck.seek(to);
    else memory.save({ audio: currentTrack(course)?.audio ?? null, position: Math.max(0, to) });
  });

const change = (course: Course, modes: Partial<Playback>): void => {
  look(course);
  course.memory.change(modes);
  useModes(course);
  const { queue } = course;
  const { shuffle } = course.memory.now();
  if (shuffle !== queue.shuffle)
    course.queue = createQueue(queue.tracks, { shuffle, current: currentOf(queue) });
  course.changed();
};

/** What there is to report; whose it is, its owner knows. */
export type State = Omit<Report, 'place' | 'tabId'>;

const stateOf = (course: Course): State => {
  const { deck, memory, queue, sleep, trouble, wanted } = course;
  const { volume, muted, shuffle, repeat } = memory.now();
  return {
    phase: !wanted ? 'paused' : deck.isSounding() ? 'playing' : 'loading',
    track: currentOf(queue),
    elapsed: elapsed(course),
    total: deck.total(),
    ...{ volume, muted, shuffle, repeat, trouble },
    sleep: sleep.now(),
  };
};

const createCourse = ({ audio, fetchAudio, music, remember, changed }: EngineWorld): Course => {
  const events: DeckEvents = {
    changed,
    ended: () => endTrack(course),
    failed: (why) => (why === 'blocked' ? giveUp(course, 'blocked') : skip(course)),
    paused: () => pause(course),
  };
  const deck = createDeck(audio, events, fetchAudio);
  const course: Course = {
    deck,
    watch: createWatch(deck),
    library: createLibrary(music),
    memory: createMemory(remember),
    sleep: createSleep(() => pause(course, fades.sleep)),
    changed: () => {
      course.reported = performance.now();
      changed();
    },
    queue: createQueue([], { shuffle: true, current: null }),
    ...{ wanted: false, trouble: null, failed: new Set(), heard: { ofTrack: 0, any: false } },
    ...{ timer: undefined, reported: 0, kept: performance.now() },
  };
  return course;
};

/** The music: one queue, one sound. Nothing is asked for and nothing sounds before a command needs it. */
export const createEngine = (world: EngineWorld) => {
  const course = createCourse(world);
  useModes(course);
  return {
    play: (fadeIn: number = fades.in) => play(course, fadeIn),
    pause: () => pause(course),
    stop: () => stop(course),
    look: () => look(course),
    next: () => void move(course, (queue) => next(queue)),
    previous: () => back(course),
    /** To that track, playing only if it plays or `play` follows. */
    pick: (id: number) => void move(course, (queue) => pick(queue, id)),
    has: (id: number): boolean => course.library.tracks() === null || course.library.find(id) !== null,
    /** Seconds. */
    seek: (to: number) => void seek(course, to),
    /** Volume (from 0 to 1), mute, shuffle, repeat. */
    change: (modes: Partial<Playback>) => change(course, modes),
    sleep(after: SleepChoice | null): void {
      look(course);
      course.sleep.set(after);
      course.changed();
    },
    /** The list; null until there is one. */
    tracks: course.library.tracks,
    state: () => stateOf(course),
  };
};

export type Engine = ReturnType<typeof createEngine>;
