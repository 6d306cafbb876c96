import { describe, expect, it } from 'vitest';
import { firstPlayback } from './choices.ts';
import { createMusic } from './music.ts';

const track = { id: 1, name: '', artist: '', audio: 'https://a.example/1.mp3' };
const covers = ['https://a.example/1.png', 'https://b.example/1.png', null];
const tracks = covers.map((cover, at) => ({ ...track, id: at, cover }));

const musicWith = (read: () => Promise<typeof firstPlayback | null>) =>
  createMusic({
    station: { tracks: () => Promise.resolve({ ok: true, tracks }) },
    playback: { read, write: () => Promise.resolve() },
    mayReach: (origin) => Promise.resolve(origin === 'https://a.example'),
  });

describe('what the sound is given', () => {
  it('holds covers of hosts that we may read from, and no others: asking would say who asks', async () => {
    const music = await musicWith(() => Promise.resolve(null)).music();
    expect(music.ok && music.tracks.map(({ cover }) => cover)).toEqual([covers[0], null, null]);
  });

  it('holds what is remembered, or what is so at first where that cannot be read', async () => {
    const loud = { ...firstPlayback, volume: 1 };
    expect((await musicWith(() => Promise.resolve(loud)).music()).playback).toEqual(loud);
    const unread = musicWith(() => Promise.reject(new Error('no disk')));
    expect((await unread.music()).playback).toEqual(firstPlayback);
  });
});
