import { lacksWindow, windowSuite } from '../support/browsers/suite-fixture.ts';
import { focused } from '../support/browsers/menu.ts';
import type { Page } from 'puppeteer-core';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/browsers/eventually.ts';
import { late } from '../support/service/faults.ts';
import { type Lifecycle, lifecycleOf } from '../support/browsers/lifecycle.ts';

/** Milliseconds within which the toast leaves, with time to read it if the browser lets its script continue. */
const leaveLimit = 9_000;

for (const browser of ['chromium', 'firefox'] as const)
  describe.skipIf(lacksWindow(browser))(`A toast in ${browser}`, () => {
    let installed = '';
    let life: Lifecycle;
    const suite = windowSuite(
      { browser, prepare: (folder) => Promise.resolve(void (installed = folder)) },
      ({ fixture }) => {
        life = lifecycleOf({ kind: browser, browser: fixture.browser, folder: installed });
        return Promise.resolve();
      },
    );
    afterAll(() => life.close());

    /** The heights of all hosts; 0 for an invisible one. */
    const hostsOn = (page: Page): Promise<number[]> =>
      page.$$eval('[popover]', (hosts) => hosts.map((host) => host.getBoundingClientRect().height));
    const pressShortcut = async (page: Page): Promise<void> => {
      await page.bringToFront();
      // A key that is pressed before the window has the focus is lost.
      await focused(page);
      await suite().display.press('alt+shift+k');
    };
    const expectGone = async (page: Page): Promise<void> => {
      await page.bringToFront();
      const isGone = async () => (await hostsOn(page)).every((height) => height === 0);
      // Chromium's leaves after 6 s, in which a question every 50 ms would take a second of processor time.
      await expect.poll(isGone, { timeout: leaveLimit, interval: 300 }).toBe(true);
    };

    /** Shows a toast that waits, and stays until its extension goes. */
    const openToast = async (): Promise<Page> => {
      suite().fixture.proxy.always('add', late(20_000));
      const page = await suite().visitSite('/page');
      await pressShortcut(page);
      await eventually(async () => Math.max(...(await hostsOn(page)))).toBeGreaterThan(40);
      return page;
    };
    const expectWorking = async (page: Page): Promise<void> => {
      suite().fixture.proxy.removeFaults();
      await pressShortcut(page);
      await eventually(suite().copied).toBe(page.url());
      await eventually(() => hostsOn(page)).toEqual([expect.toSatisfy((height: number) => height > 40)]);
    };

    it('leaves after an update while it waits for its outcome', async () => {
      const page = await openToast();
      await life.update();
      await expectGone(page);
      await expectWorking(page);
    });
  });
