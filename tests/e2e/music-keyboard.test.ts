import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { full, pill } from './support/control-names.ts';
import { eventually } from './support/eventually.ts';
import { createMusicFixture, type MusicFixture } from './support/music-fixture.ts';
import { lacks } from './support/needs.ts';
import type { Player } from './support/player.ts';

const sitesOff = `browser.storage.local.get('settings').then(({ settings }) => settings.sitesOff)`;

describe.for(['chromium', 'firefox'] as const)('The player by keyboard in %s', (browser) => {
  let fixture: MusicFixture;

  beforeAll(async () => {
    if (!lacks(browser)) fixture = await createMusicFixture({ browser });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.tidy();
    if (browser === 'chromium') await fixture.forget();
  });

  const src = async () => (await fixture.plays()).src;
  const pressed = async ({ part }: Player, name: string) => (await part(name)).pressed;
  const description = async ({ part }: Player, name: string) => (await part(name)).description;
  const remembers = <K extends 'volume' | 'muted' | 'shuffle' | 'repeat'>(what: K) =>
    eventually(async () => (await fixture.remembered())?.[what]);

  /** From the top of the page, with Tab and Enter alone. */
  const playing = async (): Promise<Player> => {
    const player = await fixture.meet('plain');
    await player.part('Play');
    await player.tabTo('Play');
    await player.keys('Enter');
    await fixture.plays();
    await player.part('Pause');
    return player;
  };
  const opened = async (): Promise<Player> => {
    const player = await playing();
    await player.tabTo('Open player');
    await player.keys('Enter');
    // It takes a moment until the length of the track is known.
    await eventually(async () => (await player.part('Seek')).value).not.toMatch(/^0?$/);
    expect(await player.focus()).toBe('Pause');
    return player;
  };
  /** Role and name of what has the focus. */
  const focused = async ({ parts }: Player): Promise<string> => {
    const at = (await parts()).find((part) => part.focused);
    return at ? `${at.role} ${at.name}` : 'the page';
  };
  /** Everything that has the focus on the way from one control to another, with its role. */
  const walk = async (player: Player, from: string, to: string): Promise<string[]> => {
    await player.tabTo(from);
    const walked: string[] = [];
    for (let step = 0; step < 20; step += 1) {
      walked.push(await focused(player));
      if ((await player.focus()) === to) break;
      await player.keys('Tab');
    }
    return walked;
  };

  it.skipIf(lacks(browser))('is reached from the page by Tab, control after control', async () => {
    const player = await fixture.meet('plain');
    await player.part('Play');
    expect(await walk(player, 'Play', 'Close')).toEqual(pill);
    await player.tabBackTo('Play');
    await player.keys('Enter');
    await fixture.plays();
    await player.tabTo('Open player');
    await player.keys('Enter');
    await eventually(async () => (await player.part('Seek')).value).not.toMatch(/^0?$/);
    await player.tabBackTo('Fold player');
    expect(await walk(player, 'Fold player', 'Sleep timer')).toEqual(full);
  });

  it.skipIf(lacks(browser))('plays and pauses with Enter, Space and Space on a slider', async () => {
    const player = await playing();
    await player.keys(' ');
    await fixture.falls();
    await player.part('Play');
    await player.keys('Enter');
    await fixture.plays();
    await player.tabTo('Open player');
    await player.keys(' ');
    expect(await player.focus()).toBe('Pause');
    await player.tabTo('Volume');
    await player.keys(' ');
    await player.part('Play');
    await fixture.falls();
    expect(await player.focus()).toBe('Volume');
    await player.keys(' ');
    await fixture.plays();
  });

  it.skipIf(lacks(browser))('goes from track to track with its buttons, N and P', async () => {
    const player = await opened();
    const first = await src();
    await player.tabTo('Next');
    await player.keys('Enter');
    await eventually(src).not.toBe(first);
    const second = await src();
    await player.tabBackTo('Previous');
    await player.keys(' ');
    await eventually(src).toBe(first);
    await player.keys('n');
    await eventually(src).toBe(second);
    await player.keys('p');
    await eventually(src).toBe(first);
  });

  it.skipIf(lacks(browser))('seeks with the arrows, Home and End', async () => {
    const player = await opened();
    const time = async () => (await fixture.plays()).time;
    await player.tabBackTo('Seek');
    const before = await time();
    await player.keys('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await eventually(time).toBeGreaterThanOrEqual(before + 19);
    const later = await time();
    await player.keys('ArrowLeft', 'ArrowLeft');
    await eventually(time).toBeLessThan(later - 5);
    await player.keys('Home');
    await eventually(time).toBeLessThan(3);
    // From a button, too.
    await player.tabTo('Next');
    const now = await time();
    await player.keys('ArrowRight', 'ArrowRight');
    await eventually(time).toBeGreaterThanOrEqual(now + 9);
    const track = await src();
    await player.tabBackTo('Seek');
    await player.keys('End');
    await eventually(src).not.toBe(track);
  });

  it.skipIf(lacks(browser))('is made louder, quieter and silent', async () => {
    const player = await opened();
    const sound = async () => {
      const { volume, muted } = await fixture.plays();
      return [Math.round(volume * 100), muted];
    };
    await eventually(sound).toEqual([70, false]);
    await player.tabTo('Mute');
    await player.keys(' ');
    await eventually(sound).toEqual([70, true]);
    expect(await pressed(player, 'Mute')).toBe(true);
    await player.keys('ArrowUp');
    await eventually(sound).toEqual([75, true]);
    await player.tabTo('Volume');
    await player.keys('ArrowLeft', 'ArrowDown', 'm');
    await eventually(sound).toEqual([65, false]);
    expect(await pressed(player, 'Mute')).toBe(false);
    await player.keys('ArrowRight');
    await eventually(sound).toEqual([70, false]);
    await player.keys('Home');
    await eventually(sound).toEqual([0, false]);
    await remembers('volume').toBe(0);
  });

  it.skipIf(lacks(browser))('is shuffled and repeated', async () => {
    const player = await opened();
    await player.tabTo('Repeat');
    for (const words of ['Whole list', 'One track']) {
      expect(await description(player, 'Repeat')).toBe(words);
      await player.keys('Enter');
    }
    await player.tabBackTo('Shuffle');
    expect(await pressed(player, 'Shuffle')).toBe(true);
    await player.keys(' ');
    await remembers('shuffle').toBe(false);
    await remembers('repeat').toBe('off');
    expect(await pressed(player, 'Shuffle')).toBe(false);
    expect(await description(player, 'Repeat')).toBe('Off');
  });

  it.skipIf(lacks(browser))('plays a track of the list', async () => {
    const player = await opened();
    const first = await src();
    await player.tabTo('Track list');
    await player.keys('Enter', 'Tab');
    expect(await focused(player)).toMatch(/^option /);
    const current = await player.focus();
    await player.keys('Home', 'ArrowDown');
    if ((await player.focus()) === current) await player.keys('ArrowDown');
    await player.keys('Enter');
    await eventually(src).not.toBe(first);
  });

  it.skipIf(lacks(browser))('unfolds the list with L and folds it, wherever the focus is', async () => {
    const player = await opened();
    const isOpen = async () => (await player.parts()).some(({ role }) => role === 'listbox');
    await player.keys('l');
    await eventually(isOpen).toBe(true);
    await player.keys('l');
    await eventually(isOpen).toBe(false);
    expect(await player.focus()).toBe('Pause');
    await player.keys('l');
    await player.tabTo('Track list');
    await player.keys('Tab', 'ArrowDown', 'l');
    await eventually(isOpen).toBe(false);
    expect(await player.focus()).toBe('Track list');
  });

  it.skipIf(lacks(browser))('folds, opens and closes, and the focus is never lost', async () => {
    const player = await opened();
    await player.tabTo('Repeat');
    await player.keys('Escape');
    await eventually(player.focus).toBe('Open player');
    expect(await player.has('Repeat')).toBe(false);
    await player.keys(' ');
    await eventually(player.focus).toBe('Pause');
    await player.tabBackTo('Fold player');
    await player.keys('Enter');
    await eventually(player.focus).toBe('Open player');
    await fixture.plays();
    await player.tabTo('Close');
    await player.keys('Enter');
    await fixture.falls();
    expect(await player.count()).toBe(0);
    const focused = () => player.page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('front page');
  });

  it.skipIf(lacks(browser))('is told never to come again', async () => {
    const player = await opened();
    await player.tabTo('Never on this site');
    await player.keys('Enter');
    await fixture.falls();
    expect(await player.count()).toBe(0);
    await eventually(() => fixture.control.ask(sitesOff)).toEqual(['127.0.0.1']);
    await fixture.set({ sitesOff: [] });
  });

  /** What one can do, and where. */
  const controls = async ({ parts }: Player) => {
    const roles = ['region', 'button', 'slider', 'combobox', 'listbox'];
    return (await parts())
      .filter(({ role }) => roles.includes(role))
      .map(({ role, name }) => `${role} ${name}`);
  };

  if (browser === 'chromium')
    it.skipIf(lacks(browser))(
      'is a region with a name, whose controls have roles, names and states',
      async () => {
        const player = await fixture.meet('csp by header');
        await player.part('Play');
        expect(await controls(player)).toEqual(['region Missing-page music', ...pill]);
        await player.press('Play');
        await fixture.plays();
        await player.press('Open player');
        await player.part('Sleep timer');
        const inFull = (await controls(player)).toSorted();
        expect(inFull).toEqual(['region Missing-page music', ...full].toSorted());
        const named = Object.fromEntries((await player.parts()).map((part) => [part.name, part]));
        expect(named['Shuffle']).toMatchObject({ pressed: true, description: '' });
        expect(named['Mute']).toMatchObject({ pressed: false });
        expect(named['Repeat']).toMatchObject({ pressed: null, description: 'Whole list' });
        expect(named['Pause']).toMatchObject({ pressed: null });
        expect(named['Sleep timer']).toMatchObject({ value: 'Off' });
        await player.press('Track list');
        await eventually(() => controls(player)).toContain('listbox Track list');
      },
    );
});
