import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { poll } from '../support/browsers/poll.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { type Fault, redirect, reset } from '../support/service/faults.ts';
import { createMusicFixture, type MusicFixture } from '../support/pages/music-fixture.ts';
import { lacks } from '../support/browsers/needs.ts';
import { list, malformedCovers, missingAudio, notAudio, track } from '../support/pages/malformed-music.ts';
import { type Pages, startPages } from '../support/pages/pages.ts';
import { type Player, shadowHosts } from '../support/pages/player.ts';
import { storeValue } from '../support/browsers/stored.ts';

/** The service has this list, and the music begins with that track of it, if nothing has played yet. */
const beginWith = async ({ proxy, control }: MusicFixture, tracks: Fault, audio: string): Promise<void> => {
  proxy.always('music', tracks);
  const remembered = { volume: 0.7, muted: false, shuffle: false, repeat: 'list', audio, position: 0 };
  await storeValue(control.ask, 'playback', remembered);
};

/** Runs as a content script, as the player does. */
const askForCovers = async (count: number) => {
  const api = globalThis as unknown as {
    chrome: { runtime: { sendMessage(message: object): Promise<{ value: string | null }> } };
  };
  const ask = (id: number) => api.chrome.runtime.sendMessage({ name: 'cover', request: { id } });
  return Promise.all(Array.from({ length: count }, (_, index) => ask(index + 1)));
};

/** Requests the malformed covers, one elsewhere and a good one as the player does, of which it gets the good one only. */
const expectCovers = async (
  { proxy, control, plays }: MusicFixture,
  elsewhere: string,
  start: () => Promise<Player>,
): Promise<void> => {
  const { origin } = proxy;
  const malformed = Object.keys(malformedCovers);
  for (const [path, fault] of Object.entries(malformedCovers)) proxy.at(path, fault);
  const covers = [...malformed.map((path) => ({ cover: origin + path })), { cover: elsewhere }, {}];
  proxy.always('music', list(covers.map((cover, index) => track(origin, index + 1, cover))));
  const { page } = await start();
  await plays();
  const got = await control.inContentScript(page, askForCovers, covers.length);
  expect(got.map(({ value }) => value)).toEqual([
    ...Array<null>(covers.length - 1).fill(null),
    expect.stringMatching(/^data:image\/png;base64,.{9999}/),
  ]);
  const requests = new Set(proxy.log.map(({ path }) => path).filter((path) => path.startsWith('/odd/')));
  expect([...requests].toSorted()).toEqual(malformed.toSorted());
};

describe.skipIf(lacks('chromium'))('Music from the service in Chromium', () => {
  let fixture: MusicFixture;
  let elsewhere: Pages;

  beforeAll(async () => {
    fixture = await createMusicFixture();
    elsewhere = await startPages();
  });
  afterAll(async () => {
    await fixture.close();
    await elsewhere.close();
  });
  beforeEach(async () => {
    await fixture.tidy();
    await fixture.resetMusic();
  });

  const press = async (): Promise<Player> => {
    const player = await fixture.openMissingPage('plain');
    await player.press('Play');
    return player;
  };
  const tracks = (...changes: Parameters<typeof track>[2][]) =>
    list(changes.map((each, index) => track(fixture.proxy.origin, index + 1, each)));
  const requested = () => fixture.proxy.log.map(({ path }) => path);

  // What a failing list, a slow one and a round of broken tracks lead to, and which entries are tracks: lib/music.
  it('is requested once by a page that reloads and has five missing frames', async () => {
    const player = await fixture.openMissingPage('frames');
    const frames = () => fixture.site.log.filter((line) => line.endsWith(' /plain')).length;
    for (let times = 1; times < 4; times += 1) {
      await player.press('Play');
      await player.page.reload({ waitUntil: 'domcontentloaded' });
    }
    await player.press('Play');
    await fixture.plays();
    await eventually(frames).toBeGreaterThanOrEqual(5);
    expect([await shadowHosts(player.page), await player.count()]).toEqual([['DIV'], 1]);
    expect(fixture.proxy.count('music')).toBe(1);
  });

  it('has no cover that is an SVG with a script, no picture, too large when decoded or elsewhere, without an error', async () => {
    await expectCovers(fixture, `${elsewhere.origin}/odd/elsewhere.png`, press);
    expect(elsewhere.log).toEqual([]);
    expect(requested().some((path) => path.includes('stolen'))).toBe(false);
    expect(fixture.consoles.filter((line) => !line.includes('status of 404'))).toEqual([]);
  });

  it('skips tracks whose audio redirects to another port of this machine or breaks off', async () => {
    const faults = [redirect(`${elsewhere.origin}/stolen.mp3`, 302), reset];
    const odd = faults.map((_, index) => `/odd/${index}.mp3`);
    for (const [index, fault] of faults.entries()) fixture.proxy.at(`/odd/${index}.mp3`, fault);
    const list = tracks(...odd.map((path) => ({ audio: fixture.proxy.origin + path })), {});
    await beginWith(fixture, list, `${fixture.proxy.origin}/odd/0.mp3`);
    await press();
    const sources = async () => (await fixture.sounds()).map(({ src }) => src);
    const good = track(fixture.proxy.origin, odd.length + 1).audio;
    await poll('a track that can be played', async () => (await sources()).includes(good) || undefined);
    await fixture.plays();
    expect(requested().filter((path) => path.startsWith('/odd/'))).toEqual(odd);
    expect(elsewhere.log).toEqual([]);
  });
});

describe.skipIf(lacks('firefox'))('Music from the service in Firefox', () => {
  let fixture: MusicFixture;
  let elsewhere: Pages;

  beforeAll(async () => {
    fixture = await createMusicFixture({ browser: 'firefox' });
    elsewhere = await startPages();
  });
  afterAll(async () => {
    await fixture.close();
    await elsewhere.close();
  });
  beforeEach(() => fixture.tidy());

  it('skips broken tracks and one that redirects to another port, with one request each, and plays the rest', async () => {
    const { origin } = fixture.proxy;
    const faults = [redirect(`${elsewhere.origin}/stolen.mp3`, 302), missingAudio, notAudio];
    const odd = faults.map((_, index) => `/odd/${index}.mp3`);
    for (const [index, fault] of faults.entries()) fixture.proxy.at(`/odd/${index}.mp3`, fault);
    const broken = odd.map((path, index) => track(origin, index + 1, { audio: origin + path }));
    const good = track(origin, broken.length + 1);
    // A new background page begins with the stored track. Otherwise the order is random, and a broken one may never be reached.
    await fixture.control.ask('browser.runtime.getBackgroundPage().then((page) => page.location.reload())');
    await beginWith(
      fixture,
      list([...broken, good, { id: 9, audio: 'data:audio/mpeg,' }]),
      `${origin}/odd/0.mp3`,
    );
    const player = await fixture.openMissingPage('plain');
    await player.part('Play');
    expect(fixture.proxy.log).toEqual([]);
    await player.press('Play');
    expect((await fixture.plays()).src).toBe(good.audio);
    const requests = fixture.proxy.log.map(({ path }) => path).filter((path) => path.startsWith('/odd/'));
    expect(requests).toEqual(odd);
    expect(fixture.proxy.count('music')).toBe(1);
    expect(elsewhere.log).toEqual([]);
  });

  it('has no cover that is no picture, too large when decoded or elsewhere', async () => {
    await fixture.control.ask('browser.storage.session.remove("track-list")');
    await fixture.control.ask('browser.runtime.getBackgroundPage().then((page) => page.location.reload())');
    await expectCovers(fixture, `${elsewhere.origin}/odd/elsewhere.png`, async () => {
      const player = await fixture.openMissingPage('plain');
      await player.press('Play');
      return player;
    });
  });
});
