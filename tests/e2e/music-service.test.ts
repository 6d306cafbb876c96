import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectAtOnce } from '../../scripts/browsers/connect.ts';
import { poll } from '../../scripts/browsers/poll.ts';
import { eventually } from './support/eventually.ts';
import {
  answer,
  failure,
  type Fault,
  hang,
  answerOnRelease,
  html,
  redirect,
  reset,
} from './support/faults.ts';
import { createMusicFixture, type MusicFixture } from './support/music-fixture.ts';
import { lacks } from './support/needs.ts';
import {
  slowAudio,
  list,
  missingAudio,
  notAudio,
  svgCover,
  track,
  wholeTrack,
} from './support/malformed-music.ts';
import { type Pages, startPages } from './support/pages.ts';
import { type Player, shadowHosts } from './support/player.ts';
import { killWorker } from './support/worker.ts';
import { storeValue } from './support/stored.ts';

/** Milliseconds within which the music stops on a busy machine. */
const patience = 5000;

/** How often one Play requests a list that fails: before the audio player runs, and from it where the first has failed by then. */
const timesOfOnePlay = [1, 2];

const unreachable = 'The music could not be reached';
const nothingPlays = 'None of the tracks could be played';
const noTracks = 'The service has no music at the moment';

const expectNotConnected = async (fixture: MusicFixture): Promise<void> => {
  const player = await fixture.openMissingPage('plain');
  await player.press('Play');
  await eventually(player.says).toContain('There is no music yet');
  await player.part('Play');
  expect(fixture.proxy.log).toEqual([]);
};

/** Connects an extension that was started without a connection. */
const connect = async ({ open, proxy, service, credentials }: MusicFixture): Promise<void> => {
  const options = await open('options.html');
  const template = `${service.origin}/{linkID}`;
  await connectAtOnce(options, { address: proxy.address, template, ...credentials });
  await poll('the request for the grayscale days', () => proxy.count('grayscale') > 0 || undefined);
};

describe.skipIf(lacks('chromium'))('Music from the service in Chromium', () => {
  let fixture: MusicFixture;
  let elsewhere: Pages;

  beforeAll(async () => {
    fixture = await createMusicFixture({ connected: false });
    elsewhere = await startPages();
  });
  afterAll(async () => {
    await fixture.close();
    await elsewhere.close();
  });
  beforeEach(async () => {
    await fixture.tidy();
    await fixture.resetMusic();
    elsewhere.log.length = 0;
  });

  const press = async (): Promise<Player> => {
    const player = await fixture.openMissingPage('plain');
    await player.press('Play');
    return player;
  };
  const tracks = (...changes: Parameters<typeof track>[2][]) =>
    list(changes.map((each, index) => track(fixture.proxy.origin, index + 1, each)));
  const audioOf = (name: string) => `${fixture.proxy.origin}/music/${name}.mp3`;
  const requested = () => fixture.proxy.log.map(({ path }) => path);

  // The first test: all others need the connection.
  it('is not requested before the extension is connected, and the player says so', async () => {
    await expectNotConnected(fixture);
    await connect(fixture);
  });

  it('is requested once, at the first click, however often it is played', async () => {
    const first = await fixture.openMissingPage('plain');
    await first.part('Play');
    await fixture.settle();
    expect(fixture.proxy.log).toEqual([]);
    await first.press('Play');
    await fixture.plays();
    await first.press('Pause');
    await fixture.waitForSilence(patience);
    await first.press('Play');
    await fixture.plays();
    await press();
    await eventually(() => first.has('Play')).toBe(true);
    await fixture.plays();
    expect(fixture.proxy.count('music')).toBe(1);
  });

  // 500 frames, which take Chromium ten seconds: tests/long/frames.test.ts.
  it('is requested once by a page that reloads and has 20 missing frames', async () => {
    const player = await fixture.openMissingPage('frames');
    const frames = () => fixture.site.log.filter((line) => line.endsWith(' /plain')).length;
    for (let times = 0; times < 6; times += 1) {
      await player.press('Play');
      await player.page.reload({ waitUntil: 'domcontentloaded' });
    }
    await player.press('Play');
    await fixture.plays();
    await eventually(frames).toBeGreaterThanOrEqual(20);
    expect([await shadowHosts(player.page), await player.count()]).toEqual([['DIV'], 1]);
    expect(fixture.proxy.count('music')).toBe(1);
  });

  it.each<[string, Fault, string]>([
    ['breaks the connection', reset, unreachable],
    ['never answers', hang, unreachable],
    ['answers with a page', html(), unreachable],
    ['answers with an error page', html(503), unreachable],
    ['says that it failed', failure('internal server error', 500), unreachable],
    ['knows no list', answer({ code: 200, msg: 'success', data: null }), unreachable],
    ['has a text for a list', answer({ code: 200, msg: 'success', data: { list: 'all' } }), unreachable],
    ['has a title of a megabyte', list([{ name: 'x'.repeat(1_100_000) }]), unreachable],
    ['has no tracks', list([]), noTracks],
    ['has tracks that are none', list([null, 7, 'track', {}, { id: '1' }, []]), noTracks],
  ])(
    'is replaced by one sentence when the service %s, and plays when the service works',
    async (_, fault, sentence) => {
      fixture.proxy.always('music', fault);
      const player = await press();
      await eventually(player.says, 25_000).toContain(sentence);
      await player.part('Play');
      expect(fixture.proxy.count('audio')).toBe(0);
      expect(timesOfOnePlay).toContain(fixture.proxy.count('music'));
      fixture.proxy.reset();
      if (sentence === noTracks) await fixture.resetMusic();
      await player.press('Play');
      await fixture.plays();
      expect(await player.says()).not.toContain(sentence);
    },
  );

  it('is replaced by that sentence when the connection is refused, and plays once it is accepted', async () => {
    await fixture.proxy.shut();
    const player = await press();
    await eventually(player.says, 25_000).toContain(unreachable);
    await fixture.proxy.open();
    await player.press('Play');
    await fixture.plays();
  });

  it('is not loaded from another origin to which the list redirects', async () => {
    fixture.proxy.always('music', redirect(`${elsewhere.origin}/v3/music404`, 302));
    const player = await press();
    await eventually(player.says).toContain(unreachable);
    expect(elsewhere.log).toEqual([]);
  });

  it('plays when a slow list arrives, which is requested once', async () => {
    const { fault, release } = answerOnRelease();
    fixture.proxy.always('music', fault);
    const player = await press();
    await eventually(() => fixture.proxy.count('music')).toBe(1);
    await fixture.settle();
    expect(await player.has('Pause')).toBe(true);
    release();
    await fixture.plays();
    expect(fixture.proxy.count('music')).toBe(1);
  });

  it('plays from the cached list when the service is down, and requests a newer one at the first track only', async () => {
    const { page } = await press();
    await fixture.plays();
    await page.close();
    await fixture.waitForSilence(patience);
    await fixture.endSound();
    fixture.proxy.reset();
    fixture.proxy.always('music', reset);
    const second = await press();
    await fixture.plays();
    expect(fixture.proxy.count('music')).toBe(0);
    await second.page.close();
    await fixture.waitForSilence(patience);
    await fixture.endSound();
    await fixture.control.ask(
      `browser.storage.session.get('tracks').then(({ tracks }) =>
         browser.storage.session.set({ tracks: { ...tracks, at: tracks.at - 2 * 3_600_000 } }))`,
    );
    // The worker remembers when a request failed, and waits before the next one.
    await killWorker(fixture.browser);
    const third = await press();
    const { src: firstTrack } = await fixture.plays();
    await third.press('Open player');
    await third.press('Next');
    await eventually(async () => (await fixture.plays()).src).not.toBe(firstTrack);
    const requests = fixture.proxy.count('music');
    expect(timesOfOnePlay).toContain(requests);
    for (let times = 0; times < 3; times += 1) {
      const { src } = await fixture.plays();
      await third.press('Next');
      await eventually(async () => (await fixture.plays()).src).not.toBe(src);
    }
    expect(fixture.proxy.count('music')).toBe(requests);
  });

  it('includes only tracks with allowed addresses, and texts as texts', async () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const { host } = new URL(fixture.proxy.origin);
    fixture.proxy.always(
      'music',
      tracks(
        { audio: 'javascript:alert(1)' },
        { audio: 'data:audio/mpeg;base64,AAAA' },
        { audio: 'file:///etc/passwd' },
        { audio: 'blob:null/1' },
        { audio: `${elsewhere.origin}/other-port.mp3` },
        { audio: `http://me:secret@${host}/music/01-where-the-road-goes-soft.mp3` },
        { audio: `//${host}/music/x.mp3` },
        { audio: '' },
        { audio: 7 as unknown as string },
        { name: evil, artist: `${evil},B`, cover: 'javascript:alert(3)' },
        { name: undefined as unknown as string },
      ),
    );
    const player = await press();
    const { src } = await fixture.plays();
    await player.press('Open player');
    await player.press('Track list');
    await eventually(player.says).toContain(evil);
    expect(src).toMatch(/\.mp3$/);
    expect((await player.says()).match(/Track \d+/g)).toBeNull();
    expect(elsewhere.log).toEqual([]);
    expect(requested().filter((path) => !/^\/(music\/[\w-]+\.(mp3|png)|v3\/music404)$/.test(path))).toEqual(
      [],
    );
  });

  it('is cut to 200 characters a text and 200 tracks a list', async () => {
    const long = 'long'.repeat(100_000);
    fixture.proxy.always('music', tracks({ name: long, artist: `${long},${long.slice(0, 9)}` }));
    const first = await press();
    await fixture.plays();
    await first.press('Open player');
    const longest = async () =>
      Math.max(...(await first.says()).split('\n').map((line) => (line.match(/long/g) ?? []).length));
    await eventually(longest).toBeGreaterThanOrEqual(50);
    expect(await longest()).toBeLessThanOrEqual(110);
    await first.page.close();
    await fixture.resetMusic();
    // Short entries: a list of more than a megabyte is refused as a whole.
    const audio = `${fixture.proxy.origin}/t.mp3`;
    fixture.proxy.at('/t.mp3', wholeTrack);
    const entries = Array.from({ length: 10_000 }, (_, id) => ({
      ...{ id, name: id < 300 ? `T${id}.` : '', artist: '', audio, cover: '' },
    }));
    fixture.proxy.always('music', list(entries));
    const second = await press();
    await fixture.plays();
    await second.press('Open player');
    await second.press('Track list');
    await eventually(second.says).toContain('T199.');
    expect(await second.says()).not.toContain('T200.');
  });

  it.each<[string, Fault]>([
    ['an SVG with a script', svgCover],
    ['missing', missingAudio],
    ['a page', html()],
    ['2.5 MB', answer('x'.repeat(2_500_000), { headers: { 'content-type': 'image/png' } })],
    ['no picture', answer('not a picture', { headers: { 'content-type': 'image/png' } })],
    ['elsewhere', answer('unused')],
  ])('has a placeholder where the cover of the track is %s, without an error', async (name, fault) => {
    fixture.consoles.length = 0;
    fixture.proxy.at('/odd/cover.png', fault);
    const cover = `${name === 'elsewhere' ? elsewhere.origin : fixture.proxy.origin}/odd/cover.png`;
    fixture.proxy.always('music', tracks({ cover }));
    const player = await press();
    await fixture.plays();
    await player.press('Open player');
    await player.part('Pause');
    const requests = name === 'elsewhere' ? 0 : 1;
    await eventually(() => fixture.proxy.count('cover')).toBe(requests);
    await fixture.settle();
    await fixture.plays();
    expect(elsewhere.log).toEqual([]);
    expect(requested().some((path) => path.includes('stolen'))).toBe(false);
    expect(fixture.consoles.filter((line) => !line.includes('status of 404'))).toEqual([]);
    expect(fixture.proxy.count('cover')).toBe(requests);
  });

  it.each<[string, Fault]>([
    ['is missing', missingAudio],
    ['is not audio', notAudio],
    ['breaks off', reset],
    ['arrives byte by byte', slowAudio],
  ])('skips a track whose audio %s', async (_, fault) => {
    const audio = `${fixture.proxy.origin}/odd/1.mp3`;
    fixture.proxy.at('/odd/1.mp3', fault);
    fixture.proxy.always('music', tracks({ audio }, {}));
    const remembered = { volume: 0.7, muted: false, shuffle: false, repeat: 'list', audio, position: 0 };
    await storeValue(fixture.control.ask, 'playback', remembered);
    const player = await press();
    await eventually(async () => (await fixture.sounds())[0]?.src, 15_000).toBe(audioOf('03-small-lantern'));
    await fixture.plays();
    expect(requested().filter((path) => path.startsWith('/odd/'))).toEqual(['/odd/1.mp3']);
    expect(await player.says()).not.toContain(nothingPlays);
  });

  it('stops after a round in which every track is broken, with one sentence and no more requests', async () => {
    const odd = [1, 2, 3, 4].map((index) => `/odd/${index}.mp3`);
    for (const [index, path] of odd.entries()) fixture.proxy.at(path, index % 2 ? missingAudio : notAudio);
    fixture.proxy.always('music', tracks(...odd.map((path) => ({ audio: fixture.proxy.origin + path }))));
    const player = await press();
    await eventually(player.says, 15_000).toContain(nothingPlays);
    const requests = () => requested().filter((path) => path.startsWith('/odd/'));
    expect([...requests()].sort()).toEqual(odd);
    const { length } = fixture.proxy.log;
    await fixture.settle();
    expect(fixture.proxy.log.length).toBe(length);
    await player.press('Play');
    await eventually(() => requests().length).toBe(8);
    await player.part('Play');
    await eventually(player.says).toContain(nothingPlays);
  });
});

describe.skipIf(lacks('firefox'))('Music from the service in Firefox', () => {
  let fixture: MusicFixture;

  beforeAll(async () => {
    fixture = await createMusicFixture({ browser: 'firefox', connected: false });
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.tidy());

  it('is not requested before the extension is connected, and the player says so', async () => {
    await expectNotConnected(fixture);
    await connect(fixture);
  });

  it('skips broken tracks, with one request each, and plays the rest', async () => {
    const { origin } = fixture.proxy;
    fixture.proxy.at('/odd/1.mp3', missingAudio);
    fixture.proxy.at('/odd/2.mp3', notAudio);
    const odd = [1, 2].map((id) => track(origin, id, { audio: `${origin}/odd/${id}.mp3` }));
    fixture.proxy.always('music', list([...odd, track(origin, 3), { id: 4, audio: 'data:audio/mpeg,' }]));
    // A new background page begins with the stored track. Otherwise the order is random, and a broken one may never be reached.
    await fixture.control.ask('browser.runtime.getBackgroundPage().then((page) => page.location.reload())');
    const first = { shuffle: false, repeat: 'list', audio: `${origin}/odd/1.mp3`, position: 0 };
    await storeValue(fixture.control.ask, 'playback', { volume: 0.7, muted: false, ...first });
    const player = await fixture.openMissingPage('plain');
    await player.part('Play');
    expect(fixture.proxy.log).toEqual([]);
    await player.press('Play');
    const { src } = await fixture.plays(15_000);
    expect(src).toBe(track(origin, 3).audio);
    const requests = fixture.proxy.log.map(({ path }) => path).filter((path) => path.startsWith('/odd/'));
    expect(requests).toEqual(['/odd/1.mp3', '/odd/2.mp3']);
    expect(fixture.proxy.count('music')).toBe(1);
  });
});

// Firefox's background keeps the list of the tracks that it has played: so this installs the extension anew.
describe.for(['chromium', 'firefox'] as const)('A track in %s', (browser) => {
  let fixture: MusicFixture;
  let elsewhere: Pages;

  beforeAll(async () => {
    if (lacks(browser)) return;
    fixture = await createMusicFixture({ browser });
    elsewhere = await startPages();
  });
  afterAll(async () => {
    await fixture.close();
    await elsewhere.close();
  });

  it.skipIf(lacks(browser))('reaches no other port of this machine by a redirect', async () => {
    const { proxy } = fixture;
    const path = '/odd/redirected.mp3';
    proxy.at(path, redirect(`${elsewhere.origin}/stolen.mp3`, 302));
    const audio = proxy.origin + path;
    const tracks = [track(proxy.origin, 1, { audio }), track(proxy.origin, 2)];
    proxy.always('music', list(tracks));
    // Otherwise the first track is chosen at random.
    const remembered = { volume: 0.7, muted: false, shuffle: false, repeat: 'list', audio, position: 0 };
    await storeValue(fixture.control.ask, 'playback', remembered);
    const player = await fixture.openMissingPage('plain');
    await player.press('Play');
    const { src } = await fixture.plays(15_000);
    expect(src).toBe(tracks[1]?.audio);
    expect(proxy.log.map((request) => request.path)).toContain(path);
    expect(elsewhere.log).toEqual([]);
  });
});
