import { begin, type Course, giveUp } from './course.ts';
import type { Music } from './contract.ts';
import { createQueue, currentOf } from './queue.ts';

/** Puts what is remembered of volume and mute into effect. */
export const useModes = ({ deck, memory }: Course): void => {
  deck.setVolume(memory.now().volume);
  deck.setMuted(memory.now().muted);
};

/** Takes over a new list; the current track stays, where it is still there. */
const useTracks = (course: Course): void => {
  const { library, memory, queue } = course;
  const tracks = library.tracks();
  const ids = tracks?.map(({ id }) => id) ?? [];
  if (!tracks || ids.join() === queue.tracks.join()) return;
  const { audio, shuffle } = memory.now();
  const before = currentOf(queue);
  const current = before ?? tracks.find((track) => track.audio === audio)?.id ?? null;
  course.queue = createQueue(ids, { shuffle, current });
  if (before === null || before === currentOf(course.queue)) return;
  if (course.wanted) begin(course, 0);
  else course.deck.unload(0);
};

/** What the background answered to the question for music. */
const arrive = (course: Course, music: Music | null): void => {
  if (music) course.memory.recall(music.playback);
  useModes(course);
  useTracks(course);
  if (!course.library.tracks())
    giveUp(course, music ? (music.ok ? 'no-tracks' : music.trouble) : 'unreachable');
  course.changed();
};

/** Does it as soon as there is a list, in the order in which it was asked for; without a list there is trouble to report. */
export const withTracks = async (course: Course, act: () => void): Promise<void> => {
  const { library } = course;
  if (!library.tracks()) {
    const music = await library.ask();
    course.trouble = null;
    arrive(course, music);
  }
  if (library.tracks()) act();
  course.changed();
};

/** Asks behind the scenes whether there is another list by now: the background knows for how long one is new. */
export const refresh = async (course: Course): Promise<void> => {
  if (course.library.tracks()) arrive(course, await course.library.ask());
};
