import { describe, expect, it } from 'vitest';
import { defaultPlayback } from './playback-options.ts';
import { createMusicProvider } from './music-provider.ts';

const track = { id: 1, name: '', artist: '', audio: 'https://a.example/1.mp3' };
const covers = ['https://a.example/1.png', 'https://b.example/1.png', null];
const tracks = covers.map((cover, at) => ({ ...track, id: at, cover }));

const providerWith = (read: () => Promise<typeof defaultPlayback | null>) =>
  createMusicProvider({
    trackList: { load: () => Promise.resolve({ ok: true, tracks }) },
    playback: { read, write: () => Promise.resolve() },
    hasHostPermission: (origin) => Promise.resolve(origin === 'https://a.example'),
  });

describe('loadMusic', () => {
  it('keeps only covers of hosts to which there is access', async () => {
    const music = await providerWith(() => Promise.resolve(null)).loadMusic();
    expect(music.ok && music.tracks.map(({ cover }) => cover)).toEqual([covers[0], null, null]);
  });

  it('returns the stored playback settings, or the defaults if they cannot be read', async () => {
    const loud = { ...defaultPlayback, volume: 1 };
    expect((await providerWith(() => Promise.resolve(loud)).loadMusic()).playback).toEqual(loud);
    const unread = providerWith(() => Promise.reject(new Error('no disk')));
    expect((await unread.loadMusic()).playback).toEqual(defaultPlayback);
  });
});
