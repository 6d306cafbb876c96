import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { full, pill } from './support/control-names.ts';
import { eventually } from './support/eventually.ts';
import { createMusicFixture, type MusicFixture } from './support/music-fixture.ts';
import { lacks } from './support/needs.ts';
import type { Player } from './support/player.ts';

describe.for(['chromium', 'firefox'] as const)('The player by keyboard in %s', (browser) => {
  let fixture: MusicFixture;

  /** One page for all tests, each of which leaves the full player open and playing. */
  let player: Player;

  beforeAll(async () => {
    if (lacks(browser)) return;
    fixture = await createMusicFixture({ browser });
    player = await fixture.openMissingPage('plain');
  });
  afterAll(() => fixture.close());

  const src = async () => (await fixture.plays()).src;
  /** Role and name of the focused control. */
  const focused = async ({ parts }: Player): Promise<string> => {
    const at = (await parts()).find((part) => part.focused);
    return at ? `${at.role} ${at.name}` : 'the page';
  };
  /** The controls that Tab reaches from one to another, with their roles. */
  const walk = async (player: Player, from: string, to: string): Promise<string[]> => {
    await player.tabTo(from);
    const walked: string[] = [];
    for (let step = 0; step < full.length; step += 1) {
      walked.push(await focused(player));
      if ((await player.focus()) === to) break;
      await player.keys('Tab');
    }
    return walked;
  };

  const order = full.map((each) => each.slice(each.indexOf(' ') + 1));
  /** Presses Tab in the full player, forwards or backwards, until that control has the focus. */
  const tabTo = async (name: string): Promise<void> => {
    const isBehind = order.indexOf(await player.focus()) > order.indexOf(name);
    await (isBehind ? player.tabBackTo(name) : player.tabTo(name));
  };

  it.skipIf(lacks(browser))('is reached from the page by Tab, control after control', async () => {
    await player.part('Play');
    expect(await walk(player, 'Play', 'Close')).toEqual(pill);
    await player.tabBackTo('Play');
    await player.keys('Enter');
    await fixture.plays();
    await player.part('Pause');
    await player.keys(' ');
    await fixture.waitForSilence();
    await player.part('Play');
    await player.keys('Enter');
    await fixture.plays();
    await player.tabTo('Open player');
    await player.keys('Enter');
    await eventually(async () => (await player.part('Seek')).value).not.toMatch(/^0?$/);
    expect(await player.focus()).toBe('Pause');
    await player.tabBackTo('Collapse player');
    expect(await walk(player, 'Collapse player', 'Sleep timer')).toEqual(full);
  });

  it.skipIf(lacks(browser))('pauses and mutes, and changes the volume with the arrow keys', async () => {
    await tabTo('Mute');
    await player.keys(' ');
    await eventually(async () => (await fixture.plays()).muted).toBe(true);
    await player.keys('ArrowUp');
    await eventually(async () => Math.round((await fixture.plays()).volume * 100)).toBe(75);
    await player.keys('m');
    await eventually(async () => (await fixture.plays()).muted).toBe(false);
    await tabTo('Volume');
    await player.keys(' ');
    await player.part('Play');
    await fixture.waitForSilence();
    expect(await player.focus()).toBe('Volume');
    await player.keys(' ');
    await fixture.plays();
  });

  it.skipIf(lacks(browser))('seeks with the arrow keys, Home and End', async () => {
    const time = async () => (await fixture.plays()).time;
    await tabTo('Seek');
    const before = await time();
    await player.keys('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await eventually(time).toBeGreaterThanOrEqual(before + 19);
    const later = await time();
    await player.keys('ArrowLeft', 'ArrowLeft');
    await eventually(time).toBeLessThan(later - 5);
    await player.keys('Home');
    await eventually(time).toBeLessThan(3);
    // The arrow keys also work on a button.
    await tabTo('Next');
    const now = await time();
    await player.keys('ArrowRight', 'ArrowRight');
    await eventually(time).toBeGreaterThanOrEqual(now + 9);
    const track = await src();
    await tabTo('Seek');
    await player.keys('End');
    await eventually(src).not.toBe(track);
  });

  it.skipIf(lacks(browser))('plays a track of the list, and closes the list with L from within', async () => {
    const first = await src();
    await tabTo('Track list');
    await player.keys('Enter', 'Tab');
    expect(await focused(player)).toMatch(/^option /);
    const current = await player.focus();
    await player.keys('Home', 'ArrowDown');
    if ((await player.focus()) === current) await player.keys('ArrowDown');
    await player.keys('Enter');
    await eventually(src).not.toBe(first);
    expect(await focused(player)).toMatch(/^option /);
    await player.keys('l');
    await eventually(player.focus).toBe('Track list');
    expect((await player.parts()).some(({ role }) => role === 'listbox')).toBe(false);
  });

  it.skipIf(lacks(browser))('is folded, opened and closed, and the focus is never lost', async () => {
    await tabTo('Repeat');
    await player.keys('Escape');
    await eventually(player.focus).toBe('Open player');
    expect(await player.has('Repeat')).toBe(false);
    await player.keys(' ');
    await eventually(player.focus).toBe('Pause');
    await tabTo('Collapse player');
    await player.keys('Enter');
    await eventually(player.focus).toBe('Open player');
    await fixture.plays();
    await player.tabTo('Close');
    await player.keys('Enter');
    await fixture.waitForSilence();
    expect(await player.count()).toBe(0);
    const focusedOnPage = () => player.page.evaluate(() => document.activeElement?.textContent);
    expect(await focusedOnPage()).toBe('front page');
  });
});
