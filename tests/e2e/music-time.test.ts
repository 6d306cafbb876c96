import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { poll } from '../../scripts/browsers/poll.ts';
import { extensionOf } from '../../scripts/browsers/extension.ts';
import { eventually } from './support/eventually.ts';
import { restartExtension } from './support/extensions-page.ts';
import { createMusicFixture, type MusicFixture, playingIn } from './support/music-fixture.ts';
import { lacks } from './support/needs.ts';
import { shadowHosts } from './support/player.ts';
import { jump, toldToSystem } from './support/sound.ts';
import { killWorker } from './support/worker.ts';

describe.for(['chromium', 'firefox'] as const)('Over time in %s', (browser) => {
  let fixture: MusicFixture;

  beforeAll(async () => {
    if (!lacks(browser)) fixture = await createMusicFixture({ browser });
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.tidy());

  const playing = () => playingIn(fixture);

  it.skipIf(lacks(browser))(
    'ends when the page is left; there is one player after back and forward',
    async () => {
      const { page, part, count, press } = await playing();
      await fixture.go(page, fixture.site.at('ordinary'));
      await fixture.falls();
      await fixture.step(page, 'goBack');
      await part('Play');
      await fixture.step(page, 'goForward');
      await fixture.settle();
      expect(await count()).toBe(0);
      await fixture.step(page, 'goBack');
      await press('Play');
      await fixture.plays();
      expect(await count()).toBe(1);
    },
  );

  it.skipIf(lacks(browser))('ends at a reload, which brings one silent pill', async () => {
    const { page, part, count, has } = await playing();
    const reloaded = page.reload({ waitUntil: 'domcontentloaded' });
    await fixture.falls();
    await reloaded;
    await part('Play');
    await fixture.settle();
    expect([await count(), await has('Pause')]).toEqual([1, false]);
    await fixture.falls(0);
  });

  it.skipIf(lacks(browser))('ends within a second when the tab is closed', async () => {
    const { page } = await playing();
    await page.close();
    await fixture.falls();
  });

  it.skipIf(lacks(browser))('has one sound for two missing tabs: the second takes over', async () => {
    const first = await playing();
    const second = await fixture.meet('plain text');
    await second.press('Play');
    await second.part('Pause');
    await first.part('Play');
    await fixture.plays();
    expect(await first.says()).toMatch(/another (tab|page)|elsewhere/i);
    await first.page.close();
    await fixture.plays();
    await second.page.close();
    await fixture.falls();
  });

  it.skipIf(lacks(browser))('plays on behind another tab, with a note on the badge of its own', async () => {
    const { page, press } = await playing();
    const other = await fixture.visit('/in-front');
    await fixture.plays();
    expect([await fixture.control.badgeOver(page), await fixture.control.badgeOver(other)]).toEqual([
      '♪',
      '',
    ]);
    await page.bringToFront();
    await press('Pause');
    await fixture.falls();
    await eventually(() => fixture.control.badgeOver(page)).toBe('');
  });

  it.skipIf(lacks(browser))('ends when its window is closed', async () => {
    await fixture.control.ask('null');
    const address = `${fixture.site.at('plain')}?window`;
    const id = await fixture.control.ask(
      `browser.windows.create({ url: ${JSON.stringify(address)} }).then(({ id }) => id)`,
    );
    const player = fixture.playerOn(await pageAt(address));
    await player.press('Play');
    await fixture.plays();
    await fixture.control.ask(`browser.windows.remove(${String(id)})`);
    await fixture.falls();
  });

  it.skipIf(lacks(browser))('ends and goes when the permission is taken back', async () => {
    const { count } = await playing();
    await takePermission();
    await fixture.falls(2000);
    await eventually(count).toBe(0);
    expect(await registered()).toEqual([]);
    const later = await fixture.meet('plain');
    await givePermission();
    await later.part('Play');
    expect(await registered()).toEqual(['detector']);
  });

  const registered = () =>
    fixture.control.ask(
      'browser.scripting.getRegisteredContentScripts().then((all) => all.map(({ id }) => id))',
    );
  const pageAt = (address: string): Promise<Page> =>
    poll(`a tab at ${address}`, async () =>
      (await fixture.browser.pages()).find((page) => page.url() === address),
    );
  const setHostAccess = async (hostAccess: 'ON_CLICK' | 'ON_ALL_SITES') => {
    const { id } = await extensionOf(fixture.browser);
    const page = await fixture.browser.newPage();
    await page.goto('chrome://extensions');
    const wish = JSON.stringify({ extensionId: id, hostAccess });
    await page.evaluate(`chrome.developerPrivate.updateExtensionConfiguration(${wish})`);
    await page.close();
  };
  /** As a person does it in the browser's own settings. */
  const takePermission = () =>
    browser === 'chromium'
      ? setHostAccess('ON_CLICK')
      : fixture.control.ask(`browser.permissions.remove({ origins: ['*://*/*'] })`);
  const givePermission = () =>
    browser === 'chromium'
      ? setHostAccess('ON_ALL_SITES')
      : fixture.control.askInClick(`browser.permissions.request({ origins: ['*://*/*'] })`);
});

describe.skipIf(lacks('chromium'))('Interrupted in Chromium', () => {
  let fixture: MusicFixture;

  beforeAll(async () => {
    fixture = await createMusicFixture();
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.tidy());

  const playing = () => playingIn(fixture);

  it('tells the system what plays, and nothing once its page is gone', async () => {
    const { page, press } = await playing();
    const title = expect.stringMatching(/./) as unknown;
    await eventually(() => toldToSystem(fixture.browser)).toEqual({ title, state: 'playing' });
    await press('Pause');
    await eventually(() => toldToSystem(fixture.browser)).toEqual({ title, state: 'paused' });
    await page.close();
    await eventually(() => toldToSystem(fixture.browser)).toEqual({ title: null, state: 'none' });
  });

  it('plays on without its worker, and goes on to the next track', async () => {
    const { press } = await playing();
    await killWorker(fixture.browser);
    const { src } = await fixture.plays();
    await press('Open player');
    await press('Next');
    await eventually(async () => (await fixture.sounds())[0]?.src).not.toBe(src);
    await killWorker(fixture.browser).catch(() => undefined);
    const before = (await fixture.plays()).src;
    await jump(fixture.browser, 9999);
    await eventually(async () => (await fixture.plays()).src).not.toBe(before);
  });

  it('has one player after the extension was reloaded, and that one plays', async () => {
    const { page, part, count, press } = await playing();
    const { id } = await extensionOf(fixture.browser);
    await (
      await restartExtension(fixture.browser, () => `developerPrivate.reload(${JSON.stringify(id)})`)
    ).close();
    await fixture.falls(2000);
    await fixture.settle();
    await part('Play');
    expect([await count(), await shadowHosts(page)]).toEqual([1, ['DIV']]);
    await page.bringToFront();
    await press('Play');
    await fixture.plays();
    const scripts = 'browser.scripting.getRegisteredContentScripts().then((all) => all.map(({ id }) => id))';
    expect(await fixture.control.ask(scripts)).toEqual(['detector']);
  });
});
