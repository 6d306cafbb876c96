import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { choose, press } from '../../scripts/browsers/controls.ts';
import { eventually } from './support/eventually.ts';
import { failure, late, lost } from './support/faults.ts';
import { historyOf } from './support/history.ts';
import { openBatch, outcomesOn, shortLinksOn, thisWindow, visitTabs } from './support/batch.ts';
import { lacks } from './support/needs.ts';
import { alertOf, focusOf, textOf } from './support/texts.ts';
import { killWorker } from './support/worker.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

const start = 'Shorten the chosen tabs';
const ended = async (page: Parameters<typeof textOf>[0], words: string) =>
  eventually(() => textOf(page), 30_000).toContain(words);

describe.skipIf(lacks('chromium'))('Many tabs in Chromium', () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await createFixture({ permissions: ['tabs'] });
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.tidy());

  /** The links that the service has for these addresses. */
  const made = (links: string[]) => fixture.links().filter(({ link }) => links.includes(link));
  const addressOf = (shortLink: string) =>
    fixture.links().find(({ id }) => shortLink.endsWith(`/${id}`))?.link ?? '';

  it('become one link each, in order; what cannot be shortened is left out, and it is said why', async () => {
    const links = await visitTabs(fixture, 'tab', 9);
    await fixture.visit('/tab/3');
    await fixture.open('options.html');
    const page = await openBatch(fixture, await thisWindow(fixture));
    await eventually(() => focusOf(page)).toBe(start);
    await eventually(() => textOf(page)).toContain('9 of 9 chosen');
    const words = await textOf(page);
    expect(words).toContain('The same address as another tab');
    expect(words.match(/Not a web page/g)).toHaveLength(2);
    expect(fixture.proxy.count('add')).toBe(0);
    await (await page.$('aria/Page /tab/5[role="checkbox"]'))?.click();
    await eventually(() => textOf(page)).toContain('8 of 9 chosen');
    await choose(page, 'Validity', '1 day');
    await (await page.$(`aria/${start}`))?.focus();
    await page.keyboard.press('Enter');
    await ended(page, 'All done: 8 made');
    const expected = links.filter((link) => !link.endsWith('/5'));
    expect((await shortLinksOn(page)).map(addressOf)).toEqual(expected);
    expect(made(links)).toHaveLength(8);
    expect(fixture.proxy.count('add')).toBe(8);
    for (const { ends } of made(links)) expect(Math.abs(ends - Date.now() / 1000 - 86_400)).toBeLessThan(30);
    await eventually(() => focusOf(page)).toBe('Copy');
  });

  it('are those that were selected, and no others', async () => {
    const links = await visitTabs(fixture, 'selected', 3);
    const popup = await fixture.open('popup.html');
    const found = await popup.evaluate('chrome.tabs.query({})');
    const tabs = (found as { id: number; url: string }[]).filter(({ url }) => links.indexOf(url) > 0);
    const page = await openBatch(fixture, `tabs=${tabs.map(({ id }) => id).join(',')}`);
    await press(page, start);
    await ended(page, 'All done: 2 made');
    expect(
      made(links)
        .map(({ link }) => link)
        .toSorted(),
    ).toEqual(links.slice(1));
  });

  it('lose their tracking parameters where the person wants that, and it is shown', async () => {
    await (
      await fixture.open('options.html')
    ).evaluate(
      `chrome.storage.local.get('settings').then(({ settings }) =>
        chrome.storage.local.set({ settings: { ...settings, removeTracking: true } }))`,
    );
    const { origin } = fixture.pages;
    await fixture.visit('/tracked?utm_source=x&page=2&fbclid=y#part');
    await fixture.visit('/tracked?page=2#part');
    const page = await openBatch(fixture, await thisWindow(fixture));
    await eventually(() => textOf(page)).toContain('Tracking taken out: utm_source, fbclid');
    expect(await textOf(page)).toContain('The same address as another tab');
    await press(page, start);
    await ended(page, 'All done: 1 made');
    expect(made([`${origin}/tracked?page=2#part`])).toHaveLength(1);
  });

  it('become exactly one link each although the worker is killed in the middle', async () => {
    const links = await visitTabs(fixture, 'killed', 10);
    const page = await openBatch(fixture, await thisWindow(fixture));
    fixture.proxy.next('add', late(0), late(0), late(0), lost, lost, lost);
    await press(page, start);
    await eventually(() => fixture.proxy.count('add')).toBe(6);
    await eventually(() => made(links)).toHaveLength(6);
    await killWorker(fixture.browser);
    await ended(page, '7 made, 3 may have been made');
    expect(fixture.proxy.count('add')).toBe(10);
    expect(
      made(links)
        .map(({ link }) => link)
        .toSorted(),
    ).toEqual(links.toSorted());
    const states = (await historyOf(page)).filter(({ link }) => links.includes(link));
    expect(states.map(({ state }) => state).toSorted()).toEqual([
      ...Array.from({ length: 7 }, () => 'made'),
      ...Array.from({ length: 3 }, () => 'unknown'),
    ]);
    // A popup has nothing to tell that this page has told.
    const popup = await fixture.click(await fixture.visit('/elsewhere'));
    await eventually(() => focusOf(popup)).toBe('Shorten');
    expect(await textOf(popup)).not.toContain('earlier');
  });

  it('are sent again where the worker died before it began', async () => {
    const links = await visitTabs(fixture, 'asleep', 4);
    const page = await openBatch(fixture, await thisWindow(fixture));
    await eventually(() => focusOf(page)).toBe(start);
    await killWorker(fixture.browser);
    await press(page, start);
    await ended(page, 'All done: 4 made');
    expect([fixture.proxy.count('add'), made(links).length]).toEqual([4, 4]);
  });

  it('wait as long as the service asks, visibly, and then go on with the same tab', async () => {
    const links = await visitTabs(fixture, 'limited', 5);
    const page = await openBatch(fixture, await thisWindow(fixture));
    const limit = failure('too many requests', 429, { 'retry-after': '2' });
    fixture.proxy.next('add', late(0), limit);
    await press(page, start);
    await eventually(() => textOf(page)).toMatch(/The service wants a pause: going on in [12] s/);
    await ended(page, 'All done: 5 made');
    expect((await shortLinksOn(page)).map(addressOf)).toEqual(links);
    expect(fixture.proxy.count('add')).toBe(6);
    const [refused, next] = [fixture.proxy.log[1], fixture.proxy.log.at(-1)];
    expect((next?.at ?? 0) - (refused?.at ?? Infinity)).toBeGreaterThanOrEqual(2000);
  });

  it('stay unsent after Cancel; what was on its way is kept, and the rest can follow', async () => {
    const links = await visitTabs(fixture, 'cancelled', 6);
    const page = await openBatch(fixture, await thisWindow(fixture));
    fixture.proxy.always('add', late(800));
    await press(page, start);
    await eventually(() => fixture.proxy.count('add')).toBe(3);
    await press(page, 'Cancel');
    await ended(page, '3 made, 3 not made');
    expect([fixture.proxy.count('add'), made(links).length]).toEqual([3, 3]);
    await press(page, 'Shorten the rest (3)');
    await ended(page, 'All done: 6 made');
    expect([fixture.proxy.count('add'), made(links).length]).toEqual([6, 6]);
  });

  it('go on after a reload when the person says so, and none twice', async () => {
    const links = await visitTabs(fixture, 'reloaded', 6);
    const page = await openBatch(fixture, await thisWindow(fixture));
    fixture.proxy.next('add', late(800), late(800), lost);
    await press(page, start);
    await eventually(() => fixture.proxy.count('add')).toBe(3);
    await page.reload();
    await eventually(() => focusOf(page)).toBe('Go on');
    expect(await textOf(page)).toContain('loaded again in the middle');
    const sending = async () => (await historyOf(page)).filter(({ state }) => state === 'sending').length;
    await eventually(sending).toBe(1);
    await killWorker(fixture.browser);
    expect(fixture.proxy.count('add')).toBe(3);
    await page.bringToFront();
    await page.keyboard.press('Enter');
    await ended(page, '5 made, 1 may have been made');
    expect((await outcomesOn(page)).filter((state) => state === 'unknown')).toHaveLength(1);
    expect([fixture.proxy.count('add'), made(links).length]).toEqual([6, 6]);
    await page.reload();
    await ended(page, '5 made, 1 may have been made');
    expect(await shortLinksOn(page)).toHaveLength(5);
  });

  it('that have a link already are marked, and not made again', async () => {
    await visitTabs(fixture, 'before', 2);
    const query = await thisWindow(fixture);
    const first = await openBatch(fixture, query);
    await press(first, start);
    await ended(first, 'All done: 2 made');
    const shortLinks = await shortLinksOn(first);
    const again = await openBatch(fixture, query);
    await press(again, start);
    await ended(again, 'All done: 2 made');
    expect(await shortLinksOn(again)).toEqual(shortLinks);
    expect((await textOf(again)).match(/made before, until/g)).toHaveLength(2);
    expect(fixture.proxy.count('add')).toBe(2);
  });

  it('say what went wrong with each, and end with what concerns them all', async () => {
    const links = await visitTabs(fixture, 'wrong', 5);
    const page = await openBatch(fixture, await thisWindow(fixture));
    fixture.proxy.next('add', failure('link invalid', 805), failure('internal server error', 500));
    await press(page, start);
    await ended(page, '3 made, 1 may have been made, 1 not made');
    expect((await outcomesOn(page)).toSorted()).toEqual(['failed', 'made', 'made', 'made', 'unknown']);
    expect(await textOf(page)).toContain('The service does not accept this link');
    fixture.proxy.next('add', failure('no package available', 802));
    await (await page.waitForSelector('[data-state="unknown"] button'))?.click();
    expect(await alertOf(page)).toContain('Your account has no links left');
    await (await page.waitForSelector('[data-state="unknown"] button'))?.click();
    await ended(page, '4 made, 1 not made');
    expect(made(links)).toHaveLength(4);
  });

  it('are not sought where the address of the page names none', async () => {
    for (const query of ['', 'window=x', 'tabs=1&more=2'])
      expect(await alertOf(await openBatch(fixture, query))).toContain('does not know which tabs');
  });
});
