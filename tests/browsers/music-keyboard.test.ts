import { expect, it } from 'vitest';
import { maxTabs, pill, type Player } from '../support/pages/player.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { createMusicFixture } from '../support/pages/music-fixture.ts';
import { lacks } from '../support/browsers/needs.ts';

/** The roles and names of the controls that Tab reaches from one to another. */
const walk = async (player: Player, from: string, to: string): Promise<string[]> => {
  await player.tabTo(from);
  const walked: string[] = [];
  for (let step = 0; step < maxTabs; step += 1) {
    const at = (await player.parts()).find((part) => part.focused);
    walked.push(at ? `${at.role} ${at.name}` : 'the page');
    if (at?.name === to) break;
    await player.keys('Tab');
  }
  return walked;
};

// Folding, closing and where the focus is then: components/player, tests/browsers/player-controls.test.ts.
for (const browser of ['chromium', 'firefox'] as const)
  it.skipIf(lacks(browser))(
    `The player in ${browser} is reached from the page by Tab, control after control`,
    async ({ onTestFinished }) => {
      const fixture = await createMusicFixture({ browser });
      onTestFinished(() => fixture.close());
      const player = await fixture.openMissingPage('plain');
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
      // Their order: components/player/Player.test.tsx.
      const controls = (await player.parts()).filter(({ role }) => /^(button|slider|combobox)$/.test(role));
      const walked = await walk(player, 'Collapse player', 'Sleep timer');
      expect(walked.toSorted()).toEqual(controls.map(({ role, name }) => `${role} ${name}`).toSorted());
    },
  );
