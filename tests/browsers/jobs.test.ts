import { describe, expect, it } from 'vitest';
import { killWorker } from '../support/browsers/chromium-extension.ts';
import { press } from '../support/browsers/controls.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { endBackground } from '../support/browsers/firefox-addons.ts';
import { lacks } from '../support/browsers/needs.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';
import { openBatch, startBatch, startName, thisWindow, visitTabs } from '../support/pages/batch.ts';
import { historyOf } from '../support/pages/history.ts';
import { focusOf } from '../support/pages/page-texts.ts';
import { failure, pass } from '../support/service/faults.ts';

const tabs = 30;

for (const kind of ['chromium', 'firefox'] as const)
  describe.skipIf(lacks(kind))(`A job in ${kind}`, () => {
    const fixtureOf = suiteFixture({ browser: kind, permissions: ['tabs', 'notifications'] });

    it('goes on when its tab is closed and the background was killed, and creates each link once', async () => {
      const fixture = fixtureOf();
      const { browser, proxy } = fixture;
      const links = await visitTabs(fixture, 'job', tabs);
      const page = await openBatch(fixture, await thisWindow(fixture));
      if (kind === 'firefox') await press(page, 'Allow and show the tabs');
      await eventually(() => focusOf(page), 30_000).toMatch(startName);
      const limit = failure('too many requests', 1001, { 'retry-after': '1' });
      proxy.next('add', ...Array.from({ length: 12 }, () => pass), limit);
      await startBatch(page);
      await eventually(() => proxy.count('add'), 30_000).toBeGreaterThan(16);
      await page.close();
      await (kind === 'firefox' ? endBackground(browser) : killWorker(browser));

      const options = await fixture.open('options.html');
      /** The badge of the tab in front, after it had one of its own. */
      const badge = () =>
        options.evaluate(`chrome.tabs.getCurrent().then(async ({ id: tabId }) => {
          for (const text of ['!', null]) await chrome.action.setBadgeText({ tabId, text });
          return chrome.action.getBadgeText({ tabId });
        })`);
      expect(Number(await badge())).toBeGreaterThan(0);
      const notifications = () => options.evaluate('chrome.notifications.getAll().then(Object.keys)');
      // Nothing but the alarm starts the background again, at the latest after half a minute.
      const stored = () => fixture.links().filter(({ link }) => links.includes(link));
      const sentFor = (link: string) => proxy.log.filter(({ body }) => body.includes(`${link}"`)).length;
      await eventually(() => sentFor(links.at(-1) ?? ''), 60_000).toBe(1);
      const attempts = async () => (await historyOf(options)).filter(({ link }) => links.includes(link));
      await eventually(async () => (await attempts()).map(({ state }) => state), 20_000).not.toContain(
        'sending',
      );
      expect((await attempts()).map(({ link }) => link).toSorted()).toEqual(links.toSorted());
      expect((await attempts()).filter(({ state }) => state !== 'created' && state !== 'unknown')).toEqual(
        [],
      );
      expect(new Set(stored().map(({ link }) => link)).size).toBe(stored().length);
      // What was in the history and not sent yet when the background was killed is never sent, as it may have been.
      const sent = links.map(sentFor);
      expect(sent.filter((count) => count > 1)).toEqual([2]);
      await eventually(badge).toBe('');
      // Firefox grants no permission without a prompt.
      if (kind === 'chromium')
        await eventually(notifications).toEqual([expect.stringMatching(/^\/history\.html#job=/) as string]);
    }, 180_000);
  });
