import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choose, press, valueOf } from '../../scripts/browsers/controls.ts';
import { historyOf } from './support/history.ts';
import { lacks } from './support/needs.ts';
import { allowInPrivate, inWorker, openPrivately } from './support/private-window.ts';
import { textOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

describe.skipIf(lacks('chromium'))('A private window in Chromium', () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await createFixture();
    await allowInPrivate(fixture.browser);
  });
  afterAll(() => fixture.close());

  const stored = (area: 'local' | 'session') =>
    inWorker(fixture.browser, `chrome.storage.${area}.get(null).then(JSON.stringify)`);

  it('makes a link, writes nothing to disk, and is forgotten when it closes', async () => {
    // Whatever is due: when it was asked for would tell of the private window.
    await inWorker(fixture.browser, 'chrome.storage.local.remove("grey")');
    const before = await stored('local');
    const page = await openPrivately(fixture.browser, `${fixture.pages.origin}/private`);
    const popup = await fixture.click(page);
    await choose(popup, 'Validity', '1 day');
    await press(popup, 'Shorten');
    const short = await valueOf(popup, 'Short link');
    expect(fixture.links().map(({ link }) => link)).toEqual([page.url()]);

    expect(await stored('session')).toContain(short);
    expect(await stored('local')).toBe(before);
    expect(fixture.proxy.count('grayscale')).toBe(0);
    const ordinary = await fixture.click(await fixture.visit('/ordinary'));
    expect(await historyOf(ordinary)).toEqual([]);
    expect(await textOf(ordinary)).not.toContain(short);

    await page.close();
    await expect.poll(() => stored('session'), { timeout: 5000 }).not.toContain(short);
  });
});
