import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../lib/music/contract.ts';
import { full, pill } from '../e2e/support/control-names.ts';
import { eventually } from '../e2e/support/eventually.ts';
import { lacks } from '../e2e/support/needs.ts';
import { type Bench, openTestBrowser, playing, tracks, type TestBrowser } from './support/bench.ts';
import { controlsOf, nodeOf, nodesOf } from './support/tree.ts';

const play: Command = { type: 'play', by: 'user' };

describe.skipIf(lacks('chromium'))('The controls of the player', () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await openTestBrowser();
  });
  afterAll(() => browser.close());

  /** Opens the full player while music plays, and drops the commands so far. */
  const openPlaying = async (): Promise<Bench> => {
    const bench = await browser.mount();
    await bench.open();
    await bench.report(playing);
    await bench.commands();
    return bench;
  };
  /** Chromium's debugging protocol gives the number of a native slider; only assistive technology gets its text. */
  const valueText = ({ page }: Bench, name: string): Promise<string | null> =>
    page.$eval(`>>> [aria-label="${name}"]`, (slider) => slider.getAttribute('aria-valuetext'));
  const announced = async ({ page }: Bench): Promise<string> => {
    const status = (await nodesOf(page)).find(({ role }) => role === 'status');
    return (status?.children ?? []).map(({ name }) => name).join('');
  };

  it('are a pill at first, which sends no command', async () => {
    const bench = await browser.mount();
    expect(await controlsOf(bench.page)).toEqual(pill);
    expect(await nodeOf(bench.page, 'Missing-page music')).toMatchObject({ role: 'region' });
    await bench.keys('Tab', 'Tab', 'Tab', 'Tab', 'n', 'ArrowUp', 'm', 'Escape', 'l');
    expect(await bench.commands()).toEqual([]);
    expect(await bench.events()).toEqual(['start']);
  });

  it('have nothing harmful where the second click of a double click on Open player lands', async () => {
    const bench = await browser.mount();
    const box = await (await bench.page.waitForSelector('>>> .open'))?.boundingBox();
    if (!box) throw new Error('Open player is not drawn');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await bench.page.mouse.click(x, y, { count: 2 });
    expect(await bench.events()).toEqual(['start']);
    expect((await bench.commands()).map((command) => command.type)).toEqual(['load']);
    expect((await controlsOf(bench.page)).length).toBe(full.length);
  });

  it('are in a named region under the name of the product', async () => {
    const bench = await openPlaying();
    expect(await bench.page.$eval('>>> .brand', (it) => it.textContent)).toBe('Waylark');
    expect(await nodeOf(bench.page, 'Missing-page music')).toMatchObject({ role: 'region' });
  });

  it('have names and are reached by Tab in their order', async () => {
    const bench = await openPlaying();
    expect(await controlsOf(bench.page)).toEqual(full);
    await bench.page.focus('>>> header button');
    const walked = [await bench.focus()];
    for (let step = 1; step < full.length; step += 1) {
      await bench.keys('Tab');
      walked.push(await bench.focus());
    }
    expect(walked).toEqual(full.map((control) => control.replace(/^\w+ /, '')));
  });

  it('keep their names and expose their states', async () => {
    const bench = await openPlaying();
    expect(await nodeOf(bench.page, 'Shuffle')).toMatchObject({ pressed: true });
    expect(await nodeOf(bench.page, 'Mute')).toMatchObject({ pressed: false });
    expect(await nodeOf(bench.page, 'Repeat')).toMatchObject({ description: 'Whole list' });
    expect(await nodeOf(bench.page, 'Track list')).toMatchObject({ expanded: false });
    expect((await nodeOf(bench.page, 'Shuffle')).description).toBeUndefined();
    await bench.page.focus('>>> .transport .on');
    await bench.keys('Enter');
    expect(await nodeOf(bench.page, 'Repeat')).toMatchObject({ description: 'One track' });
    await bench.keys('Enter', 'm');
    expect(await nodeOf(bench.page, 'Repeat')).toMatchObject({ description: 'Off' });
    expect(await nodeOf(bench.page, 'Mute')).toMatchObject({ pressed: true });
    expect(await bench.commands()).toEqual([
      { type: 'repeat', mode: 'one' },
      { type: 'repeat', mode: 'off' },
      { type: 'mute', on: true },
    ]);
  });

  it('expose position and volume as text', async () => {
    const bench = await openPlaying();
    expect(await valueText(bench, 'Seek')).toBe('1 minute 3 seconds of 4 minutes');
    expect(await valueText(bench, 'Volume')).toBe('70%');
    await bench.report({ elapsed: 1.2, total: 61 });
    expect(await valueText(bench, 'Seek')).toBe('1 second of 1 minute 1 second');
    await bench.report({ elapsed: 0.3, total: 3725 });
    expect(await valueText(bench, 'Seek')).toBe('0 seconds of 1 hour 2 minutes 5 seconds');
    await bench.report({ total: null });
    expect(await valueText(bench, 'Seek')).toBe('0 seconds');
  });

  it('play and pause', async () => {
    const bench = await browser.mount();
    await bench.page.click('>>> .play');
    expect(await controlsOf(bench.page)).toContain('button Pause');
    await bench.send({ kind: 'tracks', tracks });
    await bench.report(playing);
    await bench.page.click('>>> .play');
    expect(await bench.commands()).toEqual([play, { type: 'keep-alive' }, { type: 'pause' }]);
    await bench.report({ phase: 'paused' });
    expect(await controlsOf(bench.page)).toContain('button Play');
  });

  it('move the focus in on opening, back on collapsing, and to the page on closing', async () => {
    const bench = await browser.mount();
    await bench.page.focus('#home');
    await bench.keys('Tab', 'Tab', 'Enter');
    expect(await bench.focus()).toBe('Play');
    expect(await bench.commands()).toEqual([{ type: 'load' }]);
    await bench.keys('Escape');
    expect(await bench.focus()).toBe('Open player');
    expect(await controlsOf(bench.page)).toEqual(pill);
    await bench.keys('Tab', 'Enter');
    expect(await bench.focus()).toBe('home');
    expect(await controlsOf(bench.page)).toEqual([]);
    expect(await bench.events()).toEqual(['start', 'close']);
  });

  it('keep a new value against an older report', async () => {
    const bench = await openPlaying();
    await bench.page.focus('>>> .transport .play');
    await bench.keys('ArrowUp', 'ArrowUp', 'ArrowUp');
    await bench.report({ volume: 0.75 });
    expect(await valueText(bench, 'Volume')).toBe('85%');
    await bench.keys('ArrowUp', 'Space');
    await bench.report({ volume: 0.8 });
    expect(await controlsOf(bench.page)).toContain('button Play');
    expect((await bench.commands()).slice(-2)).toEqual([{ type: 'volume', to: 0.9 }, { type: 'pause' }]);
  });

  it('handle keys, which the page does not get', async () => {
    const bench = await openPlaying();
    await bench.page.evaluate(() => {
      const pageKeys: string[] = [];
      for (const type of ['keydown', 'keyup'])
        addEventListener(type, (event) => pageKeys.push(`${type} ${(event as KeyboardEvent).key}`));
      Object.assign(globalThis, { pageKeys });
    });
    await bench.page.focus('>>> .seek input');
    await bench.keys('ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'n', 'P', 'm', 'Space');
    expect(await bench.commands()).toEqual([
      { type: 'seek', to: 68.4 },
      { type: 'seek', to: 73.4 },
      { type: 'seek', to: 68.4 },
      { type: 'volume', to: 0.75 },
      { type: 'volume', to: 0.7 },
      { type: 'next' },
      { type: 'previous' },
      { type: 'mute', on: true },
      { type: 'pause' },
    ]);
    await bench.page.focus('>>> .volume input');
    await bench.keys('ArrowRight', 'ArrowLeft');
    expect(await bench.commands()).toEqual([
      { type: 'volume', to: 0.75 },
      { type: 'volume', to: 0.7 },
    ]);
    await bench.keys('x', 'F4');
    const pageKeys = await bench.page.evaluate(
      () => (globalThis as unknown as { pageKeys: string[] }).pageKeys,
    );
    expect(pageKeys).toEqual(['keydown x', 'keyup x', 'keydown F4', 'keyup F4']);
  });

  it('do not seek while the duration is unknown', async () => {
    const bench = await openPlaying();
    await bench.report({ elapsed: 2, total: null });
    await bench.page.focus('>>> .transport .play');
    await bench.keys('ArrowRight', 'ArrowLeft');
    expect(await bench.commands()).toEqual([]);
    expect(await valueText(bench, 'Seek')).toBe('2 seconds');
  });

  it('leave keys to the page while the focus is there', async () => {
    const bench = await openPlaying();
    await bench.page.focus('#home');
    await bench.keys('Space', 'n', 'ArrowRight', 'm');
    expect(await bench.commands()).toEqual([]);
  });

  it('press only the focused button by Space', async () => {
    const bench = await openPlaying();
    await bench.page.focus('>>> .volume button');
    await bench.keys('Space');
    expect(await bench.commands()).toEqual([{ type: 'mute', on: true }]);
  });

  it('seek when the handle is released, and change the volume at once', async () => {
    const bench = await openPlaying();
    await bench.page.focus('>>> .seek input');
    await bench.keys('End', 'Home');
    await bench.page.focus('>>> .volume input');
    await bench.keys('Home');
    expect(await bench.commands()).toEqual([
      { type: 'seek', to: 240 },
      { type: 'seek', to: 0 },
      { type: 'volume', to: 0 },
    ]);
    const bar = await (await bench.page.waitForSelector('>>> .seek input'))?.boundingBox();
    if (!bar) throw new Error('There is no bar to seek in');
    await bench.page.mouse.move(bar.x + 10, bar.y + 10);
    await bench.page.mouse.down();
    await bench.page.mouse.move(bar.x + bar.width / 2, bar.y + 10, { steps: 4 });
    expect(await bench.commands()).toEqual([]);
    await bench.report({ elapsed: 3 });
    expect(await valueText(bench, 'Seek')).toBe('2 minutes of 4 minutes');
    await bench.page.mouse.up();
    expect(await bench.commands()).toEqual([{ type: 'seek', to: 120 }]);
  });

  it('choose a track by keyboard from a list of 200, which is one tab stop', async () => {
    const bench = await openPlaying();
    await bench.keys('l');
    await bench.page.focus('>>> [role=option][tabindex="0"]');
    expect((await bench.page.$$('>>> [role=option]')).length).toBe(200);
    await bench.keys('ArrowDown', 'Enter', 'End', 'Space');
    expect(await bench.commands()).toEqual([
      { type: 'track', id: 2 },
      { type: 'track', id: 200 },
    ]);
    await bench.report({ track: 2 });
    expect(await nodeOf(bench.page, 'Nobody at the Gate Waylark, A Second One')).toMatchObject({
      role: 'option',
      selected: true,
    });
    await bench.page.focus('>>> [aria-controls]');
    await bench.keys('l');
    expect(await controlsOf(bench.page)).toEqual(full);
  });

  it('set the sleep timer and show the time that is left', async () => {
    const bench = await openPlaying();
    await bench.page.focus('>>> select');
    await bench.keys('ArrowDown', 'End', 'Home');
    expect(await bench.commands()).toEqual([
      { type: 'sleep', after: 15 },
      { type: 'sleep', after: 'track-end' },
      { type: 'sleep', after: null },
    ]);
    await bench.report({ sleep: { after: 30, end: Date.now() + 11.5 * 60_000 } });
    await eventually(() => nodeOf(bench.page, 'Sleep timer')).toMatchObject({
      value: '30 minutes',
      description: '12 min left',
    });
  });

  it('disable the site and close', async () => {
    const bench = await openPlaying();
    await bench.page.click('>>> .never');
    expect(await bench.events()).toEqual(['start', 'cover 1', 'disable site', 'close']);
    expect(await controlsOf(bench.page)).toEqual([]);
  });

  it('ignore scripts of the page', async () => {
    const bench = await openPlaying();
    await bench.page.evaluate(() => {
      const root = globalThis.bench.root();
      for (const button of root?.querySelectorAll('button') ?? []) {
        button.click();
        button.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, composed: true }));
      }
      for (const input of root?.querySelectorAll<HTMLInputElement>('input, select') ?? []) {
        input.value = '15';
        input.dispatchEvent(new Event('input', { bubbles: true }));
        input.dispatchEvent(new Event('change', { bubbles: true }));
      }
    });
    expect(await bench.commands()).toEqual([]);
    expect(await controlsOf(bench.page)).toEqual(full);
  });

  it('announce only new tracks and problems', async () => {
    const bench = await browser.mount();
    await bench.open();
    await bench.page.$eval('>>> [role=status]', (status) => {
      const texts: string[] = [];
      new MutationObserver(() => status.textContent && texts.push(status.textContent)).observe(status, {
        ...{ childList: true, characterData: true, subtree: true },
      });
      Object.assign(globalThis, { texts });
    });
    const texts = () => bench.page.evaluate(() => (globalThis as unknown as { texts: string[] }).texts);
    for (const quiet of [{ track: 5 }, { ...playing, track: 2, owner: 'other-tab' as const }]) {
      await bench.report(quiet);
      await bench.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    }
    await bench.report(playing);
    await eventually(texts).toEqual(['Returning Dusk by Waylark']);
    await bench.report({ elapsed: 64, volume: 0.2, shuffle: false });
    await bench.report({ track: 3 });
    await eventually(texts).toEqual(['Returning Dusk by Waylark', 'Lantern 3']);
    await bench.report({ phase: 'paused', problem: 'nothing-plays' });
    expect(await texts()).toHaveLength(3);
    expect(await announced(bench)).toContain('None of the tracks could be played');
  });

  it('offer Play and say so while another tab plays', async () => {
    const bench = await browser.mount();
    await bench.report({ ...playing, owner: 'other-tab' });
    expect(await controlsOf(bench.page)).toEqual(pill);
    expect((await nodesOf(bench.page)).map(({ name }) => name)).toContain('Playing in another tab');
    await bench.page.click('>>> .play');
    expect(await bench.commands()).toEqual([play]);
  });

  it('send keep-alive every 10 s while this tab plays', async () => {
    const bench = await openPlaying();
    const at = async (second: number, patch: object = {}) => {
      await bench.page.evaluate((now) => void (Date.now = () => now), Date.now() + second * 1000);
      await bench.report({ elapsed: second, ...patch });
      return bench.commands();
    };
    expect(await at(5)).toEqual([]);
    expect(await at(11)).toEqual([{ type: 'keep-alive' }]);
    expect(await at(12)).toEqual([]);
    expect(await at(30, { phase: 'paused' })).toEqual([]);
    expect(await at(31, { phase: 'playing', owner: 'other-tab' })).toEqual([]);
  });

  it('show a pause at the same position when the audio player closes', async () => {
    const bench = await openPlaying();
    await bench.send(null);
    expect(await controlsOf(bench.page)).toContain('button Play');
    expect(await valueText(bench, 'Seek')).toBe('1 minute 3 seconds of 4 minutes');
    expect(await announced(bench)).not.toContain('browser');
  });

  it('show a problem when the audio player cannot be opened', async () => {
    const bench = await browser.mount();
    await bench.page.click('>>> .play');
    await bench.send(null);
    expect(await controlsOf(bench.page)).toEqual(pill);
    expect(await announced(bench)).toContain('The browser did not let the music begin');
  });
});
