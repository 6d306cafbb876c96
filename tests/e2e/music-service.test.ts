import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectAtOnce } from '../../scripts/browsers/connect.ts';
import { poll } from '../../scripts/browsers/poll.ts';
import { eventually } from './support/eventually.ts';
import { answer, type Fault, redirect, reset } from './support/faults.ts';
import { createMusicFixture, type MusicFixture } from './support/music-fixture.ts';
import { lacks } from './support/needs.ts';
import { slowAudio, list, missingAudio, notAudio, svgCover, track } from './support/malformed-music.ts';
import { type Pages, startPages } from './support/pages.ts';
import { type Player, shadowHosts } from './support/player.ts';
import { storeValue } from './support/stored.ts';

/** Milliseconds within which the music stops on a busy machine. */
const patience = 5000;

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

/** The service has this list, and the music begins with that track of it, if nothing has played yet. */
const beginWith = async ({ proxy, control }: MusicFixture, tracks: Fault, audio: string): Promise<void> => {
  proxy.always('music', tracks);
  const remembered = { volume: 0.7, muted: false, shuffle: false, repeat: 'list', audio, position: 0 };
  await storeValue(control.ask, 'playback', remembered);
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
  const requested = () => fixture.proxy.log.map(({ path }) => path);

  // What a failing list, a slow one and a round of broken tracks lead to: lib/music. The first test: all others need the connection.
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

  // 500 frames, which take Chromium ten seconds: tests/long/music.test.ts.
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

  // Other pictures that are none: lib/music/covers.test.ts.
  it('has a placeholder if a cover is an SVG with a script, no picture or elsewhere, without an error', async () => {
    fixture.consoles.length = 0;
    const paths = ['/odd/svg.png', '/odd/none.png', '/odd/elsewhere.png'] as const;
    const [svg, none, away] = paths;
    fixture.proxy.at(svg, svgCover);
    fixture.proxy.at(none, answer('not a picture', { headers: { 'content-type': 'image/png' } }));
    const { origin } = fixture.proxy;
    const covers = [origin + svg, origin + none, elsewhere.origin + away];
    fixture.proxy.always('music', tracks(...covers.map((cover) => ({ cover }))));
    const player = await press();
    await fixture.plays();
    await player.press('Open player');
    const played = new Set<string>();
    for (const _ of covers) {
      const { src } = await fixture.plays();
      played.add(src);
      await player.press('Next');
      await eventually(async () => (await fixture.plays()).src).not.toBe(src);
    }
    expect(played.size).toBe(covers.length);
    const requestedCovers = () =>
      requested()
        .filter((path) => paths.includes(path as typeof svg))
        .sort();
    await eventually(requestedCovers).toEqual([none, svg]);
    expect(elsewhere.log).toEqual([]);
    expect(requested().some((path) => path.includes('stolen'))).toBe(false);
    expect(fixture.consoles.filter((line) => !line.includes('status of 404'))).toEqual([]);
  });

  it('skips tracks whose audio redirects to another port of this machine, breaks off or arrives byte by byte', async () => {
    const faults = [redirect(`${elsewhere.origin}/stolen.mp3`, 302), reset, slowAudio];
    const odd = faults.map((_, index) => `/odd/${index}.mp3`);
    for (const [index, fault] of faults.entries()) fixture.proxy.at(`/odd/${index}.mp3`, fault);
    const list = tracks(...odd.map((path) => ({ audio: fixture.proxy.origin + path })), {});
    await beginWith(fixture, list, `${fixture.proxy.origin}/odd/0.mp3`);
    await press();
    const sources = async () => (await fixture.sounds()).map(({ src }) => src);
    const good = track(fixture.proxy.origin, odd.length + 1).audio;
    // A track that makes no progress is given up after 8 s.
    await poll(
      'a track that can be played',
      async () => (await sources()).includes(good) || undefined,
      20_000,
    );
    await fixture.plays();
    expect(requested().filter((path) => path.startsWith('/odd/'))).toEqual(odd);
    expect(elsewhere.log).toEqual([]);
  });
});

describe.skipIf(lacks('firefox'))('Music from the service in Firefox', () => {
  let fixture: MusicFixture;
  let elsewhere: Pages;

  beforeAll(async () => {
    fixture = await createMusicFixture({ browser: 'firefox', connected: false });
    elsewhere = await startPages();
  });
  afterAll(async () => {
    await fixture.close();
    await elsewhere.close();
  });
  beforeEach(() => fixture.tidy());

  it('is not requested before the extension is connected, and the player says so', async () => {
    await expectNotConnected(fixture);
    await connect(fixture);
  });

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
    expect((await fixture.plays(15_000)).src).toBe(good.audio);
    const requests = fixture.proxy.log.map(({ path }) => path).filter((path) => path.startsWith('/odd/'));
    expect(requests).toEqual(odd);
    expect(fixture.proxy.count('music')).toBe(1);
    expect(elsewhere.log).toEqual([]);
  });
});
