import { describe, expect, it } from 'vitest';
import { fillIn, press, valueOf } from '../support/browsers/controls.ts';
import { dayOf } from '../../server/store/contract.ts';
import { cut } from '../support/service/faults.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { noticeOf, pressInMenu, titlesOf } from '../support/pages/history-page.ts';
import { lacks } from '../support/browsers/needs.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';
import { textOf } from '../support/pages/page-texts.ts';

const week = 7 * 86_400;

// What is offered when, and what is said of failures: components/history/*.test.tsx. Nothing of it depends on the browser.
describe.skipIf(lacks('chromium'))('The history and the service', () => {
  const fixtureOf = suiteFixture();

  it('shows how often a link was opened, loads links that were created elsewhere, extends several, and deletes one', async () => {
    const { open, service, credentials, links } = fixtureOf();
    const popup = await open('popup.html');
    await fillIn(popup, 'Link', 'https://example.com/here');
    await press(popup, 'Shorten');
    const shortLink = await valueOf(popup, 'Short link');
    const id = shortLink.replace(/.*\//, '');
    await service.store.addOpens([{ id, count: 3, day: dayOf(Date.now() / 1000) }]);
    const page = await open('history.html');
    await eventually(() => textOf(page)).toContain('3 visits · today');

    const now = Math.floor(Date.now() / 1000);
    const elsewhere = { id: 'elsewhere', link: 'https://example.com/elsewhere', expiresAt: now + week };
    await service.store.addLink({ ...elsewhere, secretId: credentials.secretId }, now);
    await pressInMenu(page, 'Load from service…');
    await press(page, 'Load');
    await eventually(() => textOf(page)).toContain('1 link added');
    const titles = ['example.com/elsewhere', 'example.com/here'];
    await eventually(async () => (await titlesOf(page)).toSorted()).toEqual(titles);

    const before = new Map(links().map((link) => [link.id, link.expiresAt]));
    for (const box of await page.$$('.pick input')) await box.click();
    await page.locator('::-p-xpath(//*[@role="toolbar"]//button[.="Extend"])').click();
    await page.locator('::-p-xpath(//*[@role="menuitem" and starts-with(., "By 1 week")])').click();
    await eventually(() => textOf(page)).toContain('2 links extended by 1 week');
    const added = () => links().map((link) => link.expiresAt - (before.get(link.id) ?? 0));
    expect(added()).toEqual([week, week]);
    await press(page, 'Undo');
    await eventually(() => textOf(page)).toContain('2 changes undone');
    expect(added()).toEqual([0, 0]);

    const opened = async () =>
      (await fetch(shortLink, { redirect: 'manual', headers: { accept: 'text/html' } })).status;
    const row = '//li[.//*[.="example.com/here"]]';
    await pressInMenu(page, 'Delete link…', `::-p-xpath(${row}//button[@aria-label="More"])`);
    await press(page, 'Delete link');
    await eventually(() => noticeOf(page)).toContain('The short link no longer works.');
    expect(await opened()).toBe(410);
    await press(page, 'Undo');
    await eventually(() => noticeOf(page)).toContain('1 change undone');
    expect(await opened()).toBe(302);
  });

  it('shows after Check History that a link exists whose answer was lost', async () => {
    const { open, proxy, browser } = fixtureOf();
    const popup = await open('popup.html');
    await fillIn(popup, 'Link', 'https://example.com/unanswered');
    proxy.next('add', cut);
    await press(popup, 'Shorten');
    const opened = browser.waitForTarget((target) => target.url().includes('/history.html#check='));
    await press(popup, 'Check History');
    const page = await (await opened).asPage();
    await eventually(() => titlesOf(page)).toEqual(['example.com/unanswered']);
    await press(page, 'Load');
    await eventually(() => textOf(page)).toContain('1 link added');
    await eventually(() => titlesOf(page)).toEqual(Array(2).fill('example.com/unanswered'));
  });
});
