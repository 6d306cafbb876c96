import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choose, press } from '../../scripts/browsers/controls.ts';
import { poll } from '../../scripts/browsers/poll.ts';
import { eventually } from './support/eventually.ts';
import { historyOf } from './support/history.ts';
import { openBatch, shortLinksOn } from './support/batch.ts';
import { lacks } from './support/needs.ts';
import { allowInPrivate, inWorker } from './support/private-window.ts';
import { textOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

const start = 'Shorten the chosen tabs';

describe.skipIf(lacks('chromium'))('Many tabs of a private window in Chromium', () => {
  let fixture: Fixture;
  let links: string[];
  let id: number;

  beforeAll(async () => {
    fixture = await createFixture({ permissions: ['tabs'] });
    await allowInPrivate(fixture.browser);
    links = ['/secret/1', '/secret/2'].map((path) => fixture.pages.origin + path);
    const wish = JSON.stringify({ incognito: true, url: links });
    id = (await inWorker(fixture.browser, `chrome.windows.create(${wish}).then(({ id }) => id)`)) as number;
    const loaded = `chrome.tabs.query({ windowId: ${id} }).then((tabs) => tabs.map(({ url }) => url).join())`;
    await poll('the private tabs', async () =>
      (await inWorker(fixture.browser, loaded)) === links.join() ? true : undefined,
    );
  });
  afterAll(() => fixture.close());

  const stored = () => inWorker(fixture.browser, 'chrome.storage.local.get(null).then(JSON.stringify)');

  it('are left out of an ordinary run', async () => {
    const page = await openBatch(fixture, `window=${id}`);
    await eventually(() => textOf(page)).toContain('None of these tabs can be shortened');
    expect((await textOf(page)).match(/A tab of a private window/g)).toHaveLength(2);
  });

  it('are shortened, nothing is written to disk, and a reload makes none twice', async () => {
    const before = await stored();
    const page = await openBatch(fixture, `window=${id}&private=1`);
    await choose(page, 'Validity', '1 day');
    await press(page, start);
    await eventually(() => textOf(page), 20_000).toContain('All done: 2 made');
    const shortLinks = await shortLinksOn(page);
    // Both are on their way at the same time.
    const sent = fixture.links().map(({ link }) => link);
    expect(sent.toSorted()).toEqual(links.toSorted());
    expect(await stored()).toBe(before);
    expect(await historyOf(page)).toEqual([]);
    expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0]);

    await page.reload();
    await choose(page, 'Validity', '1 day');
    await press(page, start);
    await eventually(() => textOf(page), 20_000).toContain('made before, until');
    await eventually(() => textOf(page), 20_000).toContain('All done: 2 made');
    expect(await shortLinksOn(page)).toEqual(shortLinks);
    expect(fixture.proxy.count('add')).toBe(2);
  });
});
