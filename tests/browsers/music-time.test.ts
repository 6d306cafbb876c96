import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { poll } from '../support/browsers/poll.ts';
import { extensionOf } from '../support/browsers/extension.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { killWorker, onExtensionsPage } from '../support/browsers/chromium-extension.ts';
import { createMusicFixture, type MusicFixture, playingIn } from '../support/pages/music-fixture.ts';
import { lacks } from '../support/browsers/needs.ts';
import { jump, shownToSystem } from '../support/browsers/sound.ts';

describe.for(['chromium', 'firefox'] as const)('Music in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  let fixture: MusicFixture;

  beforeAll(async () => {
    fixture = await createMusicFixture({ browser });
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.tidy());

  const playing = () => playingIn(fixture);
  const registered = () =>
    fixture.control.ask(
      'browser.scripting.getRegisteredContentScripts().then((all) => all.map(({ id }) => id))',
    );
  /** Firefox's driver may wait for ever if the page has come out of the cache before. */
  const reload = async (page: Page): Promise<void> => {
    const begun = () => page.evaluate(() => performance.timeOrigin).catch(() => undefined);
    const before = await begun();
    page.reload({ timeout: 0 }).catch(() => undefined);
    await poll('the page to be another', async () => ((await begun()) ?? before) !== before || undefined);
  };
  const setHostAccess = async (hostAccess: 'ON_CLICK' | 'ON_ALL_SITES') => {
    const { id } = await extensionOf(fixture.browser);
    const change = JSON.stringify({ extensionId: id, hostAccess });
    const call = `developerPrivate.updateExtensionConfiguration(${change})`;
    await (await onExtensionsPage(fixture.browser, call)).close();
  };
  /** In Chromium on the browser's own page of extensions. */
  const revokePermission = () =>
    browser === 'chromium'
      ? setHostAccess('ON_CLICK')
      : fixture.control.ask(`browser.permissions.remove({ origins: ['*://*/*'] })`);
  const grantPermission = () =>
    browser === 'chromium'
      ? setHostAccess('ON_ALL_SITES')
      : fixture.control.askInClick(`browser.permissions.request({ origins: ['*://*/*'] })`);

  it('stops when the page is left or reloaded, and comes to missing pages only: one player each time', async () => {
    const { page, part, count, press, has } = await playing();
    await fixture.go(page, fixture.site.at('ordinary'));
    await fixture.waitForSilence();
    await fixture.step(page, 'goBack');
    await press('Play');
    await fixture.plays();
    expect(await count()).toBe(1);
    await fixture.step(page, 'goForward');
    await fixture.waitForSilence();
    await page.evaluate(() => history.pushState(null, '', '/plain'));
    await fixture.settle();
    expect(await count()).toBe(0);

    await page.bringToFront();
    await reload(page);
    await press('Play');
    await fixture.plays();
    const reloaded = reload(page);
    await fixture.waitForSilence();
    await reloaded;
    await part('Play');
    await fixture.settle();
    expect([await count(), await has('Pause')]).toEqual([1, false]);
    await fixture.waitForSilence(0);
  });

  it('plays on while the page only changes its address, and behind another tab, with ♪ on the badge of its own', async () => {
    const { page, count, has, press } = await playing();
    const { src } = await fixture.plays();
    await page.evaluate(() => history.pushState(null, '', '/ordinary'));
    await page.evaluate(() => history.replaceState(null, '', '/ordinary?again'));
    await eventually(() => page.url()).toContain('/ordinary?again');
    expect([(await fixture.plays()).src, await count(), await has('Pause')]).toEqual([src, 1, true]);
    await page.evaluate(() => history.back());
    await eventually(() => page.evaluate(() => location.pathname)).toBe('/plain');
    expect([(await fixture.plays()).src, await count()]).toEqual([src, 1]);

    const other = await fixture.visit('/in-front');
    await fixture.plays();
    const { badgeOver } = fixture.control;
    await eventually(async () => [await badgeOver(page), await badgeOver(other)]).toEqual(['♪', '']);
    await page.bringToFront();
    await press('Pause');
    await fixture.waitForSilence();
    await eventually(() => badgeOver(page)).toBe('');
  });

  it('stops and its player is removed when the permission is revoked, until it is granted', async () => {
    const { count } = await playing();
    await revokePermission();
    await fixture.waitForSilence();
    await eventually(count).toBe(0);
    await eventually(registered).toEqual([]);
    const later = await fixture.openMissingPage('plain');
    await grantPermission();
    await later.part('Play');
    await eventually(registered).toEqual(['detector']);
  });

  if (browser === 'chromium') {
    it('is shown to the system with its title, until its page is closed', async () => {
      const { page, press } = await playing();
      const title = expect.stringMatching(/./) as unknown;
      await eventually(() => shownToSystem(fixture.browser)).toEqual({ title, state: 'playing' });
      await press('Pause');
      await eventually(() => shownToSystem(fixture.browser)).toEqual({ title, state: 'paused' });
      await page.close();
      await eventually(() => shownToSystem(fixture.browser)).toEqual({ title: null, state: 'none' });
    });

    it('continues without the worker, also to the next track', async () => {
      const { press } = await playing();
      await killWorker(fixture.browser);
      const { src } = await fixture.plays();
      await press('Open player');
      await press('Next');
      await eventually(async () => (await fixture.sounds())[0]?.src).not.toBe(src);
      // A message starts the worker again, even one that it refuses.
      await fixture.control.ask('browser.runtime.sendMessage({}).catch(() => undefined)');
      await killWorker(fixture.browser);
      const before = (await fixture.plays()).src;
      await jump(fixture.browser, 9999);
      await eventually(async () => (await fixture.plays()).src).not.toBe(before);
    });
  }
});
