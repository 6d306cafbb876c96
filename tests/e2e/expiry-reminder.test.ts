import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { eventually } from './support/eventually.ts';
import { putEntries } from './support/history.ts';
import { lacks } from './support/needs.ts';
import { inWorker } from './support/private-window.ts';
import { killWorker } from './support/worker.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

const day = 86_400;
const lasting = { validity: { kind: 'duration', seconds: 7 * day } };

describe.skipIf(lacks('chromium'))('A notice before links end, in Chromium', () => {
  let fixture: Fixture;
  let options: Page;

  beforeAll(async () => {
    fixture = await createFixture({ permissions: ['notifications'] });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.tidy();
    options = await fixture.open('options.html');
  });

  const ask = (expression: string): Promise<unknown> => options.evaluate(expression);
  const notices = () => ask('chrome.notifications.getAll().then(Object.keys)');
  const alarms = async () =>
    (await ask(
      'chrome.alarms.getAll().then((all) => all.map((each) => each.scheduledTime / 1000))',
    )) as number[];
  const want = (isWanted: boolean) =>
    ask(`chrome.storage.local.get('settings').then(({ settings }) =>
      chrome.storage.local.set({ settings: { ...settings, noticeBeforeEnd: ${isWanted} } }))`);
  /** What the browser does when the moment has come: the background is started where it sleeps. */
  const ring = () => ask(`chrome.alarms.create('ending', { when: Date.now() })`);
  const seconds = () => Date.now() / 1000;

  it('comes by an alarm, once, over restarts of the worker', async () => {
    await putEntries(options, [
      { title: 'Soon', endsIn: day + 4, ...lasting },
      { title: 'Later', endsIn: 3 * day, ...lasting },
    ]);
    expect(await alarms()).toEqual([]);
    await want(true);
    await eventually(alarms).toHaveLength(1);
    expect(Math.abs(((await alarms())[0] ?? 0) - seconds())).toBeLessThan(40);
    expect(await notices()).toEqual([]);
    await killWorker(fixture.browser);
    // Chromium rings for packed extensions half a minute later at the earliest.
    await eventually(notices, 60_000).toHaveLength(1);
    expect(await notices()).toEqual([expect.stringMatching(/^\/history\.html#again=[0-9a-f-]{36}$/)]);
    await eventually(async () => Math.abs(((await alarms())[0] ?? 0) - seconds() - 2 * day) < 90).toBe(true);

    await ask(
      'chrome.notifications.getAll().then((all) => Object.keys(all).map((id) => chrome.notifications.clear(id)))',
    );
    await killWorker(fixture.browser);
    await ring();
    await eventually(async () => ((await alarms())[0] ?? 0) > seconds() + day, 60_000).toBe(true);
    expect(await notices()).toEqual([]);
  });

  it('is one for many, and none where nobody wants it', async () => {
    await want(false);
    await eventually(alarms).toEqual([]);
    await ask(`chrome.storage.local.remove('told-until')`);
    await putEntries(
      options,
      [1, 2, 3].map((hours) => ({ title: `Many ${hours}`, endsIn: hours * 3600, ...lasting })),
    );
    await want(true);
    await eventually(notices).toEqual(['/history.html']);
  });

  it('opens the history for that link with a click, and makes none by itself', async () => {
    const id = '/history.html#again=2f1c0e9a-0000-4000-8000-000000000000';
    // As the browser calls it; nothing can click a notice of a browser without a window.
    await inWorker(fixture.browser, `chrome.notifications.onButtonClicked.dispatch('${id}', 0)`);
    await eventually(() => fixture.browser.targets().map((each) => each.url())).toContain(
      fixture.origin + id,
    );
    expect(fixture.proxy.log).toEqual([]);
  });
});
