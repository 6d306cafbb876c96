import { vi } from 'vitest';
import { firstPlayback } from './choices.ts';
import type { Command, Music, Playback, Report, Track, TrackLine, Word } from './contract.ts';
import { createSound, type SoundWorld } from './sound.ts';
import { type File, TestAudio } from './test-audio.ts';

export const addressOf = (id: number): string => `https://music.example/${id}.mp3`;

export const trackOf = (id: number): Track => ({
  id,
  name: `Track ${id}`,
  artist: 'Artist',
  audio: addressOf(id),
  cover: null,
});

/** Someone with a remote control: in a tab, or (null) in a page of ours. */
const createClient = (
  sound: ReturnType<typeof createSound>,
  { tabId, isPrivate }: { tabId: number | null; isPrivate: boolean },
) => {
  const words: Word[] = [];
  const attached = sound.attach({ tabId, private: isPrivate, tell: (word) => void words.push(word) });
  const reports = (): Report[] => words.flatMap((word) => (word.kind === 'report' ? [word.report] : []));
  return {
    words,
    reports,
    leave: attached.leave,
    /** Does anything that a port may bring. */
    send: attached.obey,
    do: (command: Command): void => attached.obey(command),
    play: (by: 'person' | 'itself' = 'person'): void => attached.obey({ do: 'play', by }),
    /** The newest report. */
    report: (): Report => {
      const report = reports().at(-1);
      if (!report) throw new Error('Nothing was reported');
      return report;
    },
    lists: (): TrackLine[][] => words.flatMap((word) => (word.kind === 'tracks' ? [word.tracks] : [])),
  };
};

interface Parts extends Partial<Omit<SoundWorld, 'audio' | 'music'>> {
  /** By the number of the track; each is a minute long where nothing is said. */
  files?: Record<number, File>;
  ids?: number[];
  remembered?: Partial<Playback>;
  music?: () => Promise<Music>;
}

/** A sound in a world of tracks 1, 2, 3 in the order of the list, unless told otherwise. Needs fake timers. */
export const startSound = (parts: Parts = {}) => {
  const { files = {}, ids = [1, 2, 3], remembered, ...others } = parts;
  const audio = new TestAudio((address) => files[Number(/\d+/.exec(address)?.[0])] ?? { seconds: 60 });
  const saved: Playback[] = [];
  const soundings: (number | null)[] = [];
  const music = vi.fn(
    parts.music ??
      (() =>
        Promise.resolve<Music>({
          ok: true,
          tracks: ids.map(trackOf),
          playback: { ...firstPlayback, shuffle: false, ...remembered },
        })),
  );
  const sound = createSound({
    audio,
    remember: (playback) => Promise.resolve(void saved.push(playback)),
    sounding: (tabId) => Promise.resolve(void soundings.push(tabId)),
    cover: () => Promise.resolve(null),
    mediaSession: null,
    ...others,
    music,
  });
  /** The numbers of the tracks that were asked for, in that order. */
  const asked = (): number[] => audio.requests.map((address) => Number(/\d+/.exec(address)?.[0]));
  return {
    audio,
    saved,
    soundings,
    music,
    asked,
    client: (tabId: number | null = 7, isPrivate = false) => createClient(sound, { tabId, isPrivate }),
  };
};

/** Lets so many seconds pass. */
export const pass = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(seconds * 1000);
