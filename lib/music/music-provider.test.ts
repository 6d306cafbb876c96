import { afterEach, describe, expect, it, vi } from 'vitest';
import { browser } from '../storage/test-helpers/fake-browser.ts';
import { defaultPlayback } from './playback-options.ts';
import { createMusicProvider } from './music-provider.ts';

vi.mock('../webextension/browser.ts', () => import('../storage/test-helpers/fake-browser.ts'));
vi.mock('../browser/permissions.ts', () => ({
  hasHostPermission: (origin: string) => Promise.resolve(origin === 'https://a.example'),
}));

const track = { id: 1, name: '', artist: '', audio: 'https://a.example/1.mp3' };
const covers = ['https://a.example/1.png', 'https://b.example/1.png', null];
const tracks = covers.map((cover, at) => ({ ...track, id: at, cover }));

const provider = createMusicProvider({ load: () => Promise.resolve({ ok: true, tracks }) });

afterEach(() => void vi.restoreAllMocks());

describe('loadMusic', () => {
  it('keeps only covers of hosts to which there is access', async () => {
    const music = await provider.loadMusic();
    expect(music.ok && music.tracks.map(({ cover }) => cover)).toEqual([covers[0], null, null]);
  });

  it('returns the stored playback settings, or the defaults if they cannot be read', async () => {
    const loud = { ...defaultPlayback, volume: 1 };
    browser.storage.local.values = { playback: loud };
    expect((await provider.loadMusic()).playback).toEqual(loud);
    vi.spyOn(browser.storage.local, 'get').mockRejectedValue(new Error('no disk'));
    expect((await provider.loadMusic()).playback).toEqual(defaultPlayback);
  });
});
