import { vi } from 'vitest';
import { type AudioPlayerDeps, createAudioPlayer } from '../audio-player.ts';
import type {
  Command,
  LoadedMusic,
  Playback,
  PlayerEvent,
  PlayerReport,
  Track,
  TrackInfo,
} from '../contract.ts';
import { defaultPlayback } from '../playback-options.ts';
import { type AudioFile, FakeAudio } from './fake-audio.ts';

export const addressOf = (id: number): string => `https://music.example/${id}.mp3`;

const idOf = (address: string): number => Number(/\d+/.exec(address)?.[0]);

export const trackOf = (id: number): Track => ({
  id,
  name: `Track ${id}`,
  artist: 'Artist',
  audio: addressOf(id),
  cover: null,
});

/** A client in a tab, or (null) in one of the extension's own pages. */
const createClient = (
  player: ReturnType<typeof createAudioPlayer>,
  { tabId, isPrivate }: { tabId: number | null; isPrivate: boolean },
) => {
  const events: PlayerEvent[] = [];
  const attached = player.attach({ tabId, private: isPrivate, send: (event) => void events.push(event) });
  const reports = (): PlayerReport[] =>
    events.flatMap((event) => (event.kind === 'report' ? [event.report] : []));
  return {
    events,
    reports,
    detach: attached.detach,
    /** Sends anything that may arrive over a port. */
    receive: attached.receive,
    command: (command: Command): void => attached.receive(command),
    play: (by: 'user' | 'autoplay' = 'user'): void => attached.receive({ type: 'play', by }),
    report: (): PlayerReport => {
      const report = reports().at(-1);
      if (!report) throw new Error('Nothing was reported');
      return report;
    },
    lists: (): TrackInfo[][] => events.flatMap((event) => (event.kind === 'tracks' ? [event.tracks] : [])),
  };
};

export interface StartOptions extends Partial<Omit<AudioPlayerDeps, 'audio' | 'loadMusic'>> {
  /** By the number of the track; by default each is a minute long. */
  files?: Record<number, AudioFile>;
  ids?: readonly number[];
  stored?: Partial<Playback>;
  loadMusic?: AudioPlayerDeps['loadMusic'];
}

/** An audio player with the tracks 1, 2 and 3, not shuffled by default. Needs fake timers. */
export const startAudioPlayer = (options: StartOptions = {}) => {
  const { files = {}, ids = [1, 2, 3], stored, ...deps } = options;
  const audio = new FakeAudio((address) => files[idOf(address)] ?? { seconds: 60 });
  const saved: Playback[] = [];
  const audibleTabs: (number | null)[] = [];
  const loadDefault = () =>
    Promise.resolve<LoadedMusic>({
      ok: true,
      tracks: ids.map(trackOf),
      playback: { ...defaultPlayback, shuffle: false, ...stored },
    });
  const loadMusic = vi.fn<AudioPlayerDeps['loadMusic']>(options.loadMusic ?? loadDefault);
  const player = createAudioPlayer({
    audio,
    savePlayback(playback) {
      saved.push(playback);
      return Promise.resolve();
    },
    setAudibleTab(tabId) {
      audibleTabs.push(tabId);
      return Promise.resolve();
    },
    loadCover: () => Promise.resolve(null),
    mediaSession: null,
    ...deps,
    loadMusic,
  });
  return {
    audio,
    saved,
    audibleTabs,
    loadMusic,
    /** The numbers of the tracks that were requested, in order. */
    requested: (): number[] => audio.requests.map(idOf),
    client: (tabId: number | null = 7, isPrivate = false) => createClient(player, { tabId, isPrivate }),
  };
};

/** Advances the fake timers, in seconds. */
export const pass = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(seconds * 1000);

/** An audio player with a client, some seconds after its Play. */
export const startPlaying = async (options: StartOptions = {}, seconds = 1) => {
  const setUp = startAudioPlayer(options);
  const player = setUp.client();
  player.play();
  await pass(seconds);
  return { ...setUp, player };
};
