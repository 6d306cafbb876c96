import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { extensionOf } from '../../scripts/browsers/extension.ts';
import { poll } from '../../scripts/browsers/poll.ts';
import { type Control, createControl } from './support/control.ts';
import { borrowDisplay, type Display } from './support/display.ts';
import { eventually } from './support/eventually.ts';
import { restartExtension } from './support/extensions-page.ts';
import { failure, answerOnRelease, late } from './support/faults.ts';
import { historyOf } from './support/history.ts';
import { copiedAddress, shortenByMenu, spokenOn } from './support/menu.ts';
import { type MenuPages, startMenuPages } from './support/menu-page.ts';
import { lacks } from './support/needs.ts';
import { textOf } from './support/texts.ts';
import { createFixture, visit, type Fixture } from './support/fixture.ts';

const earlier = 'Your earlier link is ready';

describe.skipIf(lacks('chromium', 'Xvfb', 'xdotool', 'xclip'))(
  'A request without the popup, in Chromium',
  () => {
    let display: Display;
    let fixture: Fixture;
    let site: MenuPages;
    let control: Control;

    beforeAll(async () => {
      display = await borrowDisplay('chromium');
      site = await startMenuPages();
      fixture = await createFixture({ display: display.name, control: true });
      control = createControl(fixture.browser, fixture.origin);
    });
    afterAll(async () => {
      await fixture.close();
      await site.close();
      await display.close();
    });
    beforeEach(() => fixture.tidy());

    /** Opens a page in the active tab and presses the shortcut there. */
    const shorten = async (path: string): Promise<Page> => {
      const page = await visit(fixture.browser, site.origin + path);
      await display.press('alt+shift+k');
      return page;
    };
    const posted = (times = 1) => eventually(() => fixture.proxy.count('add')).toBe(times);
    const copied = () => copiedAddress(display, fixture);
    const stateOf = async (link: string) => {
      // The control page is open then.
      await control.ask('1');
      const ours = control.page();
      const all = ours ? await historyOf(ours) : [];
      return all.filter((each) => each.link === link).map(({ state }) => state);
    };
    /**
     * The text of the next popup, which alone shows an outcome that was not seen yet: it stays open until it says `awaited`,
     * or for 1.5 s, in which it has asked for that.
     */
    const popupTextOver = async (page: Page, awaited = ''): Promise<string> => {
      const popup = await fixture.click(page);
      await popup.waitForSelector('input');
      await popup.waitForNetworkIdle();
      const hasIt = async () => (await textOf(popup)).includes(awaited) || undefined;
      await poll('the text', hasIt, 1500).catch(() => undefined);
      const said = await textOf(popup);
      await popup.close();
      return said;
    };

    it('is retried once, however fast somebody clicks', async () => {
      fixture.proxy.next('add', failure('internal server error', 500));
      const page = await shorten('/page?twice');
      await eventually(async () => spokenOn(page)).toContain('may have been created');
      fixture.proxy.always('add', late(1000));
      await page.bringToFront();
      const button = await page.waitForSelector('aria/Try again[role="button"]');
      await button?.click({ count: 2, delay: 10 });
      await eventually(copied, 10_000).toBe(page.url());
      expect(fixture.proxy.count('add')).toBe(2);
    });

    it('is delivered by the newest toast, and a replaced toast leaves nothing for the popup', async () => {
      const page = await shorten('/page?first');
      await eventually(async () => spokenOn(page)).toContain('Copied');
      await shortenByMenu(display, page, { selector: '#link', target: 'link' });
      await eventually(copied, 10_000).toBe(`${site.origin}/target?b=2&a=1#part`);
      await eventually(async () => spokenOn(page)).toContain('Copied');
      expect(await page.evaluate(() => document.querySelectorAll('[popover]').length)).toBe(1);
      expect(await popupTextOver(await fixture.visit('/next'), 'earlier link')).not.toContain('earlier link');
    });

    it.each([
      ['another site', earlier, (page: Page) => page.goto(`${fixture.pages.origin}/elsewhere`)],
      ['another page of the site', earlier, (page: Page) => page.goto(`${site.origin}/page?elsewhere`)],
      ['itself, by a reload', 'Your short link is ready', (page: Page) => page.reload()],
    ])(
      'is shown by the next popup when its tab has navigated to %s meanwhile',
      async (name, expected, go) => {
        const { fault, release } = answerOnRelease();
        fixture.proxy.always('add', fault);
        const page = await shorten(`/page?left-for-${encodeURIComponent(name)}`);
        const address = page.url();
        await posted();
        await go(page);
        release();
        await eventually(() => stateOf(address)).toEqual(['created']);
        // The background settles the link first, and then notices that the toast's document has gone.
        await eventually(() => popupTextOver(page, expected), 15_000).toContain(expected);
      },
    );

    it('is shown by the next popup when another toast has replaced its own meanwhile', async () => {
      const { fault, release } = answerOnRelease();
      fixture.proxy.next('add', fault);
      const page = await shorten('/page?replaced');
      // Its own is on the page first: a request whose toast has not come when the next begins opens a page instead.
      await eventually(async () => spokenOn(page)).toContain('Shortening');
      await shortenByMenu(display, page, { selector: '#link', target: 'link' });
      await eventually(copied, 10_000).toBe(`${site.origin}/target?b=2&a=1#part`);
      release();
      await eventually(() => stateOf(page.url())).toEqual(['created']);
      const next = await fixture.visit('/next');
      await eventually(() => popupTextOver(next, earlier), 15_000).toContain(earlier);
    });

    it('leaves the badge ! until a popup opens over the tab, or the tab navigates', async () => {
      fixture.proxy.always('add', failure('internal server error', 500));
      const page = await shorten('/page?failed');
      const badge = () => control.badgeOver(page);
      await eventually(badge).toBe('!');
      const other = await fixture.visit('/other');
      await popupTextOver(other);
      expect([await badge(), await control.badgeOver(other)]).toEqual(['!', '']);
      await popupTextOver(page);
      await eventually(badge).toBe('');

      await display.press('Escape');
      const next = await shorten('/page?failed-next');
      await eventually(() => control.badgeOver(next)).toBe('!');
      await next.goto(`${site.origin}/page?navigated`);
      await eventually(() => control.badgeOver(next)).toBe('');
    });

    it('works by the same menu items after a reload of the extension, with no error', async () => {
      const { id } = await extensionOf(fixture.browser);
      const page = await restartExtension(fixture.browser, (own) => `developerPrivate.reload('${own}')`);
      const known = (await page.evaluate(`chrome.developerPrivate.getExtensionInfo('${id}')`)) as Record<
        string,
        unknown
      >;
      expect([known['state'], known['manifestErrors'], known['runtimeErrors']]).toEqual(['ENABLED', [], []]);
      const ordinary = await fixture.browser.newPage();
      await ordinary.goto(`${site.origin}/page?reloaded`);
      await ordinary.bringToFront();
      await shortenByMenu(display, ordinary, { selector: '#heading', target: 'page' });
      await eventually(copied, 10_000).toBe(ordinary.url());
      await shortenByMenu(display, ordinary, { selector: '#link', target: 'link' });
      await eventually(copied, 10_000).toBe(`${site.origin}/target?b=2&a=1#part`);
      const after = (await page.evaluate(`chrome.developerPrivate.getExtensionInfo('${id}')`)) as Record<
        string,
        unknown
      >;
      expect([after['manifestErrors'], after['runtimeErrors']]).toEqual([[], []]);
    });
  },
);
