import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { fillClipboard, paste } from './support/clipboard.ts';
import { answer, late } from './support/faults.ts';
import { lacks } from './support/needs.ts';
import { alertOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

describe.for(['chromium', 'firefox'] as const)('The clipboard in %s', (browser) => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await createFixture({ browser });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.tidy();
    await fillClipboard(fixture, 'what was there before');
  });

  /** Chromium: over the page, by a real click. Firefox: the popup as a page, where the link is typed. */
  const popupFor = async (path: string): Promise<Page> => {
    if (browser === 'chromium') return fixture.click(await fixture.visit(path));
    const popup = await fixture.open('popup.html');
    await fillIn(popup, 'Link', fixture.pages.origin + path);
    return popup;
  };

  it.skipIf(lacks(browser))('holds the short link', async () => {
    const popup = await popupFor('/copied');
    await press(popup, 'Shorten');
    const short = await valueOf(popup, 'Short link');
    expect(await paste(fixture)).toBe(short);
  });

  it.skipIf(lacks(browser))('holds the short link when the answer took 7 s', async () => {
    fixture.proxy.always('add', late(7000));
    const popup = await popupFor('/copied-late');
    await press(popup, 'Shorten');
    const short = await valueOf(popup, 'Short link', 15_000);
    expect(await paste(fixture)).toBe(short);
    expect(fixture.proxy.count('add')).toBe(1);
  });

  it.skipIf(lacks(browser))('is left alone when no link was made', async () => {
    fixture.proxy.always('add', answer({ code: 805, data: null, msg: 'link invalid' }));
    const popup = await popupFor('/not-copied');
    await press(popup, 'Shorten');
    await alertOf(popup);
    expect(await paste(fixture)).toBe('what was there before');
  });
});
