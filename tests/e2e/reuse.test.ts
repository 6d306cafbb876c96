import { describe, expect, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { choose, fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { paste } from './support/clipboard.ts';
import { eventually } from './support/eventually.ts';
import { failure } from './support/faults.ts';
import { lacks } from './support/needs.ts';
import { suiteFixture } from './support/suite-fixture.ts';
import { alertOf, focusOf, textOf } from './support/texts.ts';

describe.for(['chromium', 'firefox'] as const)('A link that was made before, in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  const fixture = suiteFixture({ browser });

  /** Chromium: over the page, by a real click. Firefox: the popup as a page, where the link is typed. */
  const popupFor = async (path: string): Promise<Page> => {
    if (browser === 'chromium') return fixture().click(await fixture().visit(path));
    const popup = await fixture().open('popup.html');
    await fillIn(popup, 'Link', fixture().pages.origin + path);
    return popup;
  };
  const makeFrom = async (path: string): Promise<{ popup: Page; short: string }> => {
    const popup = await popupFor(path);
    await press(popup, 'Shorten');
    return { popup, short: await valueOf(popup, 'Short link') };
  };

  it('is offered instead of made again, and copied', async () => {
    const { short } = await makeFrom('/before');
    const again = await makeFrom('/before');
    expect(again.short).toBe(short);
    expect(await textOf(again.popup)).toContain('You made this today; until');
    expect(fixture().proxy.count('add')).toBe(1);
    expect(await paste(fixture())).toBe(short);
  });

  it('is made once more by Make another, once', async () => {
    await makeFrom('/another');
    const { popup, short } = await makeFrom('/another');
    const button = await popup.waitForSelector('aria/Make another[role="button"]');
    await button?.click({ count: 2, delay: 20 });
    await eventually(() => valueOf(popup, 'Short link')).not.toBe(short);
    await eventually(() => focusOf(popup)).toBe('Short link');
    expect(await textOf(popup)).not.toContain('You made this');
    const next = await valueOf(popup, 'Short link');
    expect(fixture().proxy.count('add')).toBe(2);
    expect(await paste(fixture())).toBe(next);
  });

  it('is not what Try again gives after Make another failed', async () => {
    const { short } = await makeFrom('/failing');
    const { popup } = await makeFrom('/failing');
    fixture().proxy.next('add', failure('internal server error', 500));
    await press(popup, 'Make another');
    await alertOf(popup);
    await press(popup, 'Try again');
    expect(await valueOf(popup, 'Short link')).not.toBe(short);
  });

  it('does not do for one that is to live longer', async () => {
    const popup = await popupFor('/longer');
    await choose(popup, 'Validity', '1 hour');
    await press(popup, 'Shorten');
    const short = await valueOf(popup, 'Short link');
    await press(popup, 'New link');
    await choose(popup, 'Validity', '1 week');
    await press(popup, 'Shorten');
    await eventually(() => valueOf(popup, 'Short link')).not.toBe(short);
    expect(fixture().proxy.count('add')).toBe(2);
  });
});
