import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { connectThroughOptions } from '../../scripts/browsers/connect.ts';
import { choose, fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { type Texts, textsIn } from '../../scripts/browsers/texts.ts';
import { eventually } from './support/eventually.ts';
import { reset } from './support/faults.ts';
import { lacks } from './support/needs.ts';
import { alertOf, statusOf, textOf } from './support/texts.ts';
import { openedOptions, createFixture, type Fixture } from './support/fixture.ts';

// English: components/history/History.test.tsx for dates, and all the other browser tests.
const language = 'zh_CN';
const date = /20\d\d年\d{1,2}月\d{1,2}日 \d\d:\d\d/;
/** The time left of a link that lasts a week, or a moment less. */
const timeLeft = /剩余[67]天/;

describe.for(['chromium', 'firefox'] as const)('The extension in Chinese in %s', (browser) => {
  const test = it.skipIf(lacks(browser, `${browser} in Chinese` as const));
  let fixture: Fixture;
  let text: Texts;

  beforeAll(async () => {
    text = await textsIn(language);
    fixture = await createFixture({ browser, language, connected: false });
  });
  afterAll(() => fixture.close());

  const popupFor = async (path: string): Promise<Page> => {
    const popup = await fixture.open('popup.html');
    await fillIn(popup, text('linkLabel'), fixture.pages.origin + path);
    return popup;
  };

  test('connects', async () => {
    const options = await openedOptions(fixture);
    const { proxy, service, credentials } = fixture;
    const template = `${service.origin}/{linkID}`;
    const answer = await connectThroughOptions(options, { address: proxy.address, template, ...credentials });
    expect(answer).toBe(text('connected'));
    expect(await options.title()).toBe(text('optionsTitle'));
    expect(await options.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
  });

  test('shortens, and writes the expiry time as Chinese does', async () => {
    const popup = await popupFor('/spoken');
    await choose(popup, text('validityLabel'), text('validity_week'));
    await eventually(() => textOf(popup)).toMatch(date);
    await press(popup, text('shorten'));
    expect(await valueOf(popup, text('shortLinkLabel'))).toContain(fixture.service.origin);
    expect(await statusOf(popup)).toContain(text('linkReady'));
  });

  test('explains in one sentence that the service does not answer', async () => {
    fixture.proxy.next('add', reset);
    const popup = await popupFor('/broken');
    await press(popup, text('shorten'));
    expect(await alertOf(popup)).toBe(text('failure_unreachable_maybe', fixture.proxy.address));
  });

  test('lists its links with the time that is left', async () => {
    const history = await fixture.open('history.html');
    await eventually(() => textOf(history)).toMatch(timeLeft);
    await eventually(() => textOf(history)).toContain(text('historyCount_other', '2'));
  });
});
