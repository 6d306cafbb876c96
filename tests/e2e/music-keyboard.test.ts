import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { full, pill } from './support/player.ts';
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
