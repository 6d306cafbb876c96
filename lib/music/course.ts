import type { Deck } from './deck.ts';
import { fades } from './fade.ts';
import type { Library } from './library.ts';
import type { Memory } from './memory.ts';
import { currentOf, endsRound, next, type Queue } from './queue.ts';
import type { Track, Trouble } from './contract.ts';
import type { Sleep } from './sleep.ts';
import type { createWatch } from './watch.ts';

/** The music as it goes along. */
export interface Course {
  readonly deck: Deck;
  readonly watch: ReturnType<typeof createWatch>;
  readonly library: Library;
  readonly memory: Memory;
  readonly sleep: Sleep;
  /** Something that is reported is not what it was. */
  readonly changed: () => void;
  queue: Queue;
  /** Whether there is to be a sound, though its list or its track may still be on its way. */
  wanted: boolean;
  trouble: Trouble | null;
  /** Tracks that failed since one played well. */
  failed: ReadonlySet<number>;
  /** Seconds heard of this track, and whether anything was since play. */
  heard: { ofTrack: number; any: boolean };
  timer: ReturnType<typeof setInterval> | undefined;
  /** Milliseconds of performance.now(): the last report, and the last time that the position was remembered. */
  reported: number;
  kept: number;
}

/** Milliseconds between two looks at what plays, two reports of it, and two times that its position is remembered. */
const pace = { look: 250, report: 1_000, keep: 30_000 };

/** Seconds after which a track plays well. */
const wellPlayed = 10;

export const currentTrack = ({ library, queue }: Course): Track | null => library.find(currentOf(queue));

/** Seconds into the current track, be it loaded or only remembered. */
export const elapsed = (course: Course): number => {
  const { deck } = course;
  if (deck.isRunning() || deck.isLoaded()) return deck.position();
  const { audio, position } = course.memory.now();
  return currentTrack(course)?.audio === audio ? position : 0;
};

/** Remembers the track and how far it came. */
export const keep = (course: Course): void => {
  const track = currentTrack(course);
  course.kept = performance.now();
  course.memory.save(track ? { audio: track.audio, position: elapsed(course) } : {});
};

const tick = (course: Course): void => {
  const { deck, sleep, watch } = course;
  sleep.look();
  if (!course.wanted || !deck.isRunning()) return;
  const found = watch.look();
  if (found === 'heard') hear(course);
  if (found === 'stuck') skip(course);
  if (found === 'silent') giveUp(course, 'nothing-plays');
  if (performance.now() - course.kept >= pace.keep) keep(course);
  if (performance.now() - course.reported >= pace.report - pace.look / 2) course.changed();
};

export const want = (course: Course, wanted: boolean): void => {
  course.wanted = wanted;
  clearInterval(course.timer);
  if (wanted) course.timer = setInterval(() => tick(course), pace.look);
};

/** Starts the current track at that second. */
export const begin = (course: Course, position: number, fadeIn: number = fades.in): void => {
  const track = currentTrack(course);
  if (!track) return;
  course.heard = { ...course.heard, ofTrack: 0 };
  course.deck.start({ address: track.audio, position, fadeIn });
  course.watch.begin();
};

const hear = (course: Course): void => {
  const ofTrack = course.heard.ofTrack + 1;
  course.heard = { ofTrack, any: true };
  if (ofTrack >= wellPlayed) course.failed = new Set();
};

/** Ends the sound with what to say about it. */
export const giveUp = (course: Course, trouble: Trouble): void => {
  course.trouble = trouble;
  want(course, false);
  course.deck.unload(fades.out);
  course.changed();
};

/** To the next track that has not failed; whether the round ended on the way, or null where all of them failed. */
const nextWhole = (course: Course): { ended: boolean } | null => {
  const { failed, queue } = course;
  if (queue.tracks.every((id) => failed.has(id))) return null;
  let ended = false;
  do {
    ended ||= endsRound(course.queue);
    course.queue = next(course.queue);
  } while (failed.has(currentOf(course.queue) ?? NaN));
  return { ended };
};

/** The sound ends by itself; the current track waits at its beginning. */
const rest = (course: Course): void => {
  want(course, false);
  course.deck.unload(fades.out);
};

/** The current track does not play: on to another one, each asked for once until one plays well. */
export const skip = (course: Course): void => {
  const id = currentOf(course.queue);
  course.failed = new Set([...course.failed, ...(id === null ? [] : [id])]);
  const step = nextWhole(course);
  if (!step) {
    giveUp(course, 'nothing-plays');
    return;
  }
  if (step.ended && course.memory.now().repeat === 'off' && course.heard.any) rest(course);
  else begin(course, 0);
  course.changed();
};

/** The current track has come to its end. */
export const endTrack = (course: Course): void => {
  const { memory, sleep } = course;
  const { repeat } = memory.now();
  const isBedtime = sleep.now()?.after === 'track-end';
  const isLast = repeat === 'off' && endsRound(course.queue);
  if (isBedtime) sleep.set(null);
  course.failed = new Set();
  if (repeat !== 'one') course.queue = next(course.queue);
  memory.save({ audio: currentTrack(course)?.audio ?? null, position: 0 });
  if (isBedtime || isLast) rest(course);
  else begin(course, 0);
  course.changed();
};
