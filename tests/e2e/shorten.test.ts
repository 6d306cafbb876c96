import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { choose, field, fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { eventually } from './support/eventually.ts';
import { late } from './support/faults.ts';
import { lacks } from './support/needs.ts';
import { alertOf, focusOf, textOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

const twoHours = 7_200_000;

// The service's clock is ahead all the time: whatever counts must go by it.
describe.skipIf(lacks('chromium'))('Shortening in Chromium', () => {
  let fixture: Fixture;
  const serviceNow = () => Date.now() + twoHours;

  beforeAll(async () => {
    fixture = await createFixture({ now: serviceNow });
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.tidy());

  /** The database's record of a short link's address. */
  const kept = (shortLink: string) => fixture.links().find(({ id }) => shortLink.endsWith(`/${id}`));

  it('makes a short link of the page in front, and it arrives there', async () => {
    const page = await fixture.visit('/arrive?q=a%20b&empty=#part');
    const popup = await fixture.click(page);
    expect(await valueOf(popup, 'Link')).toBe(page.url());
    await press(popup, 'Shorten');
    const short = await valueOf(popup, 'Short link');
    const tab = await fixture.browser.newPage();
    await tab.goto(short);
    expect(tab.url()).toBe(page.url());
    expect(fixture.proxy.count('add')).toBe(1);
  });

  it('sends the address exactly as the tab has it', async () => {
    const page = await fixture.visit(`/süß/%E4%BD%A0?${'long=query&'.repeat(400)}x=[1]#frag/ment?é`);
    const popup = await fixture.click(page);
    await press(popup, 'Shorten');
    expect(kept(await valueOf(popup, 'Short link'))?.link).toBe(page.url());
  });

  it.each([
    ['1 hour', 3600],
    ['1 week', 604_800],
    ['1 year', 31_536_000],
  ])('counts "%s" from the service’s clock', async (label, seconds) => {
    const popup = await fixture.click(await fixture.visit(`/lasts/${seconds}`));
    await choose(popup, 'Validity', label);
    await press(popup, 'Shorten');
    const ends = kept(await valueOf(popup, 'Short link'))?.ends ?? 0;
    expect(Math.abs(ends - (serviceNow() / 1000 + seconds))).toBeLessThan(3);
  });

  it('keeps a custom end to the second', async () => {
    const popup = await fixture.click(await fixture.visit('/custom'));
    await choose(popup, 'Validity', 'Custom…');
    const box = await field(popup, 'Expires at');
    await box.focus();
    await popup.keyboard.type('03152031');
    await popup.keyboard.press('ArrowRight');
    await popup.keyboard.type('0930PM');
    expect(await box.evaluate((node) => node.value)).toBe('2031-03-15T21:30');
    await press(popup, 'Shorten');
    const end = new Date('2031-03-15T21:30').getTime() / 1000;
    expect(kept(await valueOf(popup, 'Short link'))?.ends).toBe(end);
  });

  it('needs a click on the button and Enter, nothing more', async () => {
    const popup = await fixture.click(await fixture.visit('/enter'));
    await eventually(() => focusOf(popup)).toBe('Shorten');
    await popup.keyboard.press('Enter');
    const short = await field(popup, 'Short link');
    await eventually(() => focusOf(popup)).toBe('Short link');
    const selected = await short.evaluate((node) =>
      node instanceof HTMLInputElement ? [node.selectionStart, node.selectionEnd, node.value.length] : [],
    );
    expect(selected).toEqual([0, selected[2], selected[2]]);
  });

  it('is complete by keyboard', async () => {
    const popup = await fixture.click(await fixture.visit('/keyboard'));
    await eventually(() => focusOf(popup)).toBe('Shorten');
    await popup.keyboard.down('Shift');
    await popup.keyboard.press('Tab');
    await popup.keyboard.up('Shift');
    expect(await focusOf(popup)).toBe('Validity');
    await popup.keyboard.type('1 d');
    await popup.keyboard.press('Tab');
    await popup.keyboard.press('Enter');
    const ends = kept(await valueOf(popup, 'Short link'))?.ends ?? 0;
    expect(Math.abs(ends - (serviceNow() / 1000 + 86_400))).toBeLessThan(3);
    for (const name of ['Copy', 'QR code', 'Open', 'New link']) {
      await popup.keyboard.press('Tab');
      expect(await focusOf(popup)).toBe(name);
    }
    await popup.keyboard.press('Enter');
    expect(await valueOf(popup, 'Link')).toContain('/keyboard');
  });

  it('makes a link of what was typed with one real click, and none of a typing error', async () => {
    const popup = await fixture.click(await fixture.visit('/typed'));
    await fillIn(popup, 'Link', 'notes');
    await popup.keyboard.press('Enter');
    expect(await alertOf(popup)).toContain('not a web address');
    expect(fixture.proxy.count('add')).toBe(0);
    await fillIn(popup, 'Link', 'example.com/x');
    await eventually(() => textOf(popup)).toContain('Will be sent as https://example.com/x');
    await eventually(() => textOf(popup)).not.toContain('not a web address');
    const button = await popup.waitForSelector('aria/Shorten[role="button"]');
    // The pointer stays where it was when the button was pressed, as a person's does.
    await button?.click({ delay: 80 });
    expect(kept(await valueOf(popup, 'Short link'))?.link).toBe('https://example.com/x');
  });

  it('makes one link of two clicks', async () => {
    const before = fixture.links().length;
    fixture.proxy.always('add', late(500));
    const popup = await fixture.click(await fixture.visit('/twice'));
    const button = await popup.waitForSelector('aria/Shorten[role="button"]');
    await button?.click({ count: 2, delay: 20 });
    await popup.keyboard.press('Enter');
    await valueOf(popup, 'Short link');
    expect(fixture.proxy.count('add')).toBe(1);
    expect(fixture.links()).toHaveLength(before + 1);
  });

  it('makes one link of the same wish in two windows', async () => {
    fixture.proxy.always('add', late(1500));
    // As pages: a real popup closes when another window comes to the front.
    const first = await fixture.open('popup.html');
    const second = await fixture.browser.newPage({ type: 'window' });
    await second.goto(`${fixture.origin}/popup.html`);
    for (const popup of [first, second]) {
      await fillIn(popup, 'Link', `${fixture.pages.origin}/two-windows`);
      await choose(popup, 'Validity', '1 week');
    }
    await press(first, 'Shorten');
    await press(second, 'Shorten');
    expect(await valueOf(second, 'Short link')).toBe(await valueOf(first, 'Short link'));
    expect(fixture.proxy.count('add')).toBe(1);
  });

  it('makes one link while options and a second window are open', async () => {
    const before = fixture.links().length;
    await fixture.open('options.html');
    await fixture.open('popup.html');
    const window = await fixture.browser.newPage({ type: 'window' });
    await window.goto(`${fixture.pages.origin}/second-window`);
    const popup = await fixture.click(await fixture.visit('/first-window'));
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
    // Whoever else heard the message would have asked the service by now.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(fixture.proxy.count('add')).toBe(1);
    expect(fixture.proxy.count('token')).toBe(0);
    expect(fixture.links()).toHaveLength(before + 1);
  });
});
