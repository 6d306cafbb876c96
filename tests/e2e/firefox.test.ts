import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { choose, fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { drip, late } from './support/faults.ts';
import { historyOf } from './support/history.ts';
import { lacks } from './support/needs.ts';
import { alertOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

// The popup as a page, where the test types the link: nothing can click Firefox's toolbar.
describe.skipIf(lacks('firefox'))('Shortening in Firefox', () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await createFixture({ browser: 'firefox' });
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.tidy());

  const popupFor = async (path: string): Promise<Page> => {
    const popup = await fixture.open('popup.html');
    await fillIn(popup, 'Link', fixture.pages.origin + path);
    return popup;
  };

  it('makes a short link that arrives, with the end that was chosen', async () => {
    const popup = await popupFor('/firefox?q=1#part');
    await choose(popup, 'Validity', '1 day');
    await press(popup, 'Shorten');
    const short = await valueOf(popup, 'Short link');
    const tab = await fixture.browser.newPage();
    await tab.goto(short);
    expect(tab.url()).toBe(`${fixture.pages.origin}/firefox?q=1#part`);
    const ends = fixture.links().find(({ id }) => short.endsWith(`/${id}`))?.ends ?? 0;
    expect(Math.abs(ends - (Date.now() / 1000 + 86_400))).toBeLessThan(10);
    expect([fixture.proxy.count('add'), fixture.proxy.count('token')]).toEqual([1, 0]);
  });

  it('makes one link of two clicks', async () => {
    fixture.proxy.always('add', late(500));
    const popup = await popupFor('/twice');
    const button = await popup.waitForSelector('aria/Shorten[role="button"]');
    await button?.click({ count: 2, delay: 20 });
    await valueOf(popup, 'Short link');
    expect(fixture.proxy.count('add')).toBe(1);
  });

  it('says within 25 s that a link may have been made, and keeps it so', async () => {
    fixture.proxy.always('add', drip);
    const popup = await popupFor('/dripping');
    await press(popup, 'Shorten');
    expect(await alertOf(popup)).toContain('may have been made');
    const [attempt] = (await historyOf(popup)).filter(({ link }) => link.endsWith('/dripping'));
    expect(attempt?.state).toBe('unknown');
    expect(fixture.proxy.count('add')).toBe(1);
  });
});
