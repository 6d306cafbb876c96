import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { poll } from '../../scripts/browsers/poll.ts';
import { extensionOf } from '../../scripts/browsers/extension.ts';
import { eventually } from './support/eventually.ts';
import { restartExtension } from './support/extensions-page.ts';
import { createMusicWorld, type MusicWorld, playingIn } from './support/music-world.ts';
import { lacks } from './support/needs.ts';
import { shadowHosts } from './support/player.ts';
import { jump, toldToSystem } from './support/sound.ts';
import { killWorker } from './support/worker.ts';

describe.for(['chromium', 'firefox'] as const)('Over time in %s', (browser) => {
  let world: MusicWorld;

  beforeAll(async () => {
    if (!lacks(browser)) world = await createMusicWorld({ browser });
  });
  afterAll(() => world.close());
  beforeEach(() => world.tidy());

  const playing = () => playingIn(world);

  it.skipIf(lacks(browser))(
    'ends when the page is left; there is one player after back and forward',
    async () => {
      const { page, part, count, press } = await playing();
      await world.go(page, world.site.at('ordinary'));
      await world.falls();
      await world.step(page, 'goBack');
      await part('Play');
      await world.step(page, 'goForward');
      await world.settle();
      expect(await count()).toBe(0);
      await world.step(page, 'goBack');
      await press('Play');
      await world.plays();
      expect(await count()).toBe(1);
    },
  );

  it.skipIf(lacks(browser))('ends at a reload, which brings one silent pill', async () => {
    const { page, part, count, has } = await playing();
    const reloaded = page.reload({ waitUntil: 'domcontentloaded' });
    await world.falls();
    await reloaded;
    await part('Play');
    await world.settle();
    expect([await count(), await has('Pause')]).toEqual([1, false]);
    await world.falls(0);
  });

  it.skipIf(lacks(browser))('ends within a second when the tab is closed', async () => {
    const { page } = await playing();
    await page.close();
    await world.falls();
  });

  it.skipIf(lacks(browser))('has one sound for two missing tabs: the second takes over', async () => {
    const first = await playing();
    const second = await world.meet('plain text');
    await second.press('Play');
    await second.part('Pause');
    await first.part('Play');
    await world.plays();
    expect(await first.says()).toMatch(/another (tab|page)|elsewhere/i);
    await first.page.close();
    await world.plays();
    await second.page.close();
    await world.falls();
  });

  it.skipIf(lacks(browser))('plays on behind another tab, with a note on the badge of its own', async () => {
    const { page, press } = await playing();
    const other = await world.visit('/in-front');
    await world.plays();
    expect([await world.control.badgeOver(page), await world.control.badgeOver(other)]).toEqual(['♪', '']);
    await page.bringToFront();
    await press('Pause');
    await world.falls();
    await eventually(() => world.control.badgeOver(page)).toBe('');
  });

  it.skipIf(lacks(browser))('ends when its window is closed', async () => {
    await world.control.ask('null');
    const address = `${world.site.at('plain')}?window`;
    const id = await world.control.ask(
      `browser.windows.create({ url: ${JSON.stringify(address)} }).then(({ id }) => id)`,
    );
    const player = world.playerOn(await pageAt(address));
    await player.press('Play');
    await world.plays();
    await world.control.ask(`browser.windows.remove(${String(id)})`);
    await world.falls();
  });

  it.skipIf(lacks(browser))('ends and goes when the permission is taken back', async () => {
    const { count } = await playing();
    await takePermission();
    await world.falls(2000);
    await eventually(count).toBe(0);
    expect(await registered()).toEqual([]);
    const later = await world.meet('plain');
    await givePermission();
    await later.part('Play');
    expect(await registered()).toEqual(['detector']);
  });

  const registered = () =>
    world.control.ask(
      'browser.scripting.getRegisteredContentScripts().then((all) => all.map(({ id }) => id))',
    );
  const pageAt = (address: string): Promise<Page> =>
    poll(`a tab at ${address}`, async () =>
      (await world.browser.pages()).find((page) => page.url() === address),
    );
  const setHostAccess = async (hostAccess: 'ON_CLICK' | 'ON_ALL_SITES') => {
    const { id } = await extensionOf(world.browser);
    const page = await world.browser.newPage();
    await page.goto('chrome://extensions');
    const wish = JSON.stringify({ extensionId: id, hostAccess });
    await page.evaluate(`chrome.developerPrivate.updateExtensionConfiguration(${wish})`);
    await page.close();
  };
  /** As a person does it in the browser's own settings. */
  const takePermission = () =>
    browser === 'chromium'
      ? setHostAccess('ON_CLICK')
      : world.control.ask(`browser.permissions.remove({ origins: ['*://*/*'] })`);
  const givePermission = () =>
    browser === 'chromium'
      ? setHostAccess('ON_ALL_SITES')
      : world.control.askInClick(`browser.permissions.request({ origins: ['*://*/*'] })`);
});

describe.skipIf(lacks('chromium'))('Interrupted in Chromium', () => {
  let world: MusicWorld;

  beforeAll(async () => {
    world = await createMusicWorld();
  });
  afterAll(() => world.close());
  beforeEach(() => world.tidy());

  const playing = () => playingIn(world);

  it('tells the system what plays, and nothing once its page is gone', async () => {
    const { page, press } = await playing();
    const title = expect.stringMatching(/./) as unknown;
    await eventually(() => toldToSystem(world.browser)).toEqual({ title, state: 'playing' });
    await press('Pause');
    await eventually(() => toldToSystem(world.browser)).toEqual({ title, state: 'paused' });
    await page.close();
    await eventually(() => toldToSystem(world.browser)).toEqual({ title: null, state: 'none' });
  });

  it('plays on without its worker, and goes on to the next track', async () => {
    const { press } = await playing();
    await killWorker(world.browser);
    const { src } = await world.plays();
    await press('Open player');
    await press('Next');
    await eventually(async () => (await world.sounds())[0]?.src).not.toBe(src);
    await killWorker(world.browser).catch(() => undefined);
    const before = (await world.plays()).src;
    await jump(world.browser, 9999);
    await eventually(async () => (await world.plays()).src).not.toBe(before);
  });

  it('has one player after the extension was reloaded, and that one plays', async () => {
    const { page, part, count, press } = await playing();
    const { id } = await extensionOf(world.browser);
    await (
      await restartExtension(world.browser, () => `developerPrivate.reload(${JSON.stringify(id)})`)
    ).close();
    await world.falls(2000);
    await world.settle();
    await part('Play');
    expect([await count(), await shadowHosts(page)]).toEqual([1, ['DIV']]);
    await page.bringToFront();
    await press('Play');
    await world.plays();
    const scripts = 'browser.scripting.getRegisteredContentScripts().then((all) => all.map(({ id }) => id))';
    expect(await world.control.ask(scripts)).toEqual(['detector']);
  });
});
