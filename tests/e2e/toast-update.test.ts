import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { borrowDisplay, type Display } from './support/display.ts';
import { eventually } from './support/eventually.ts';
import { type Fault, html, late } from './support/faults.ts';
import { type HostilePages, startHostilePages } from './support/hostile-pages.ts';
import { type Lifecycle, lifecycleOf } from './support/lifecycle.ts';
import { copiedAddress } from './support/menu.ts';
import { lacks } from './support/needs.ts';
import { createFixture, visit, type Fixture } from './support/fixture.ts';

/** Milliseconds within which the toast leaves, with time to read it if the browser lets its script continue. */
const leaveLimit = 9_000;

describe.for(['chromium', 'firefox'] as const)('A toast in %s', (browser) => {
  const isLacking = lacks(browser, 'Xvfb', 'xdotool', 'xclip');
  let display: Display;
  let fixture: Fixture;
  let site: HostilePages;
  let life: Lifecycle;

  beforeAll(async () => {
    if (isLacking) return;
    let installed = '';
    const prepare = (folder: string) => Promise.resolve(void (installed = folder));
    [display, site] = await Promise.all([borrowDisplay(browser), startHostilePages()]);
    fixture = await createFixture({ browser, display: display.name, prepare });
    life = lifecycleOf({ kind: browser, browser: fixture.browser, folder: installed });
  });
  afterAll(async () => {
    await fixture.close();
    await life.close();
    await site.close();
    await display.close();
  });
  beforeEach(() => fixture.tidy());

  /** The heights of all hosts; 0 for an invisible one. */
  const hostsOn = (page: Page): Promise<number[]> =>
    page.$$eval('[popover]', (hosts) => hosts.map((host) => host.getBoundingClientRect().height));
  const pressShortcut = async (page: Page): Promise<void> => {
    await page.bringToFront();
    // A key that is pressed before the window has the focus is lost.
    await eventually(() => page.evaluate(() => document.hasFocus())).toBe(true);
    await display.press('alt+shift+k');
  };
  const shorten = async (): Promise<Page> => {
    const page = await visit(fixture.browser, site.at('plain'));
    await pressShortcut(page);
    return page;
  };
  const expectGone = async (page: Page): Promise<void> => {
    await page.bringToFront();
    const isGone = async () => (await hostsOn(page)).every((height) => height === 0);
    // Chromium's leaves after 6 s, in which a question every 50 ms would take a second of processor time.
    await expect.poll(isGone, { timeout: leaveLimit, interval: 300 }).toBe(true);
  };

  /** Shows a toast, which stays until its extension goes. */
  const openToast = async (fault: Fault): Promise<Page> => {
    fixture.proxy.always('add', fault);
    const page = await shorten();
    await eventually(async () => Math.max(...(await hostsOn(page))), 10_000).toBeGreaterThan(40);
    return page;
  };
  const expectWorking = async (page: Page): Promise<void> => {
    fixture.proxy.reset();
    await pressShortcut(page);
    await eventually(() => copiedAddress(display, fixture), 10_000).toBe(page.url());
    await eventually(() => hostsOn(page)).toEqual([expect.toSatisfy((height: number) => height > 40)]);
  };

  const cases = [
    ['an update', 'with a failure', html()],
    ['an update', 'that waits for the outcome', late(20_000)],
    // Chromium's update is a reload of the changed folder.
    ...(browser === 'firefox' ? ([['a reload', 'with a failure', html()]] as const) : []),
  ] as const;
  const acts: Record<(typeof cases)[number][0], () => Promise<unknown>> = {
    'an update': () => life.update(),
    'a reload': () => life.reload(),
  };

  it.skipIf(isLacking).each(cases)('leaves after %s, one %s', async (name, _, fault) => {
    const page = await openToast(fault);
    await acts[name]();
    await expectGone(page);
    await expectWorking(page);
  });

  it.skipIf(isLacking)('leaves while the extension is disabled', async () => {
    const page = await openToast(html());
    await life.disable();
    try {
      await expectGone(page);
    } finally {
      await life.enable();
    }
  });
});
