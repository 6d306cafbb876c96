import type { Language } from '../../scripts/browsers/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { connectThroughOptions } from '../../scripts/browsers/connect.ts';
import { choose, fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { type Texts, textsIn } from '../../scripts/browsers/texts.ts';
import { eventually } from './support/eventually.ts';
import { reset } from './support/faults.ts';
import { lacks } from './support/needs.ts';
import { alertOf, statusOf, textOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

interface Spoken {
  /** How it writes a day's date with the time. */
  date: RegExp;
  /** What it says of a link with a week to live, or a moment less. */
  ends: RegExp;
  lang: RegExp;
}

const spoken: Record<Language, Spoken> = {
  en: { date: /[A-Z][a-z]{2} \d{1,2}, 20\d\d, \d{1,2}:\d\d\s[AP]M/, ends: /ends in [67] days/, lang: /^en/ },
  zh_CN: { date: /20\d\d年\d{1,2}月\d{1,2}日 \d\d:\d\d/, ends: /[67]天后到期/, lang: /^zh-CN$/ },
};

// English in Firefox is what all its other tests are about.
const table = [
  { browser: 'chromium', language: 'en' },
  { browser: 'chromium', language: 'zh_CN' },
  { browser: 'firefox', language: 'zh_CN' },
] as const;

describe.for(table)('The extension in $browser that speaks $language', ({ browser, language }) => {
  const test = it.skipIf(lacks(browser, ...(language === 'en' ? [] : [`${browser} in Chinese` as const])));
  const { date, ends, lang } = spoken[language];
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
    const options = await pageOpenedBy(fixture.browser, 'options.html');
    const { proxy, service, credentials } = fixture;
    const template = `${service.origin}/{linkID}`;
    const answer = await connectThroughOptions(options, { address: proxy.address, template, ...credentials });
    expect(answer).toBe(text('connectedSame'));
    expect(await options.title()).toBe(text('optionsTitle'));
    expect(await options.evaluate(() => document.documentElement.lang)).toMatch(lang);
  });

  test('shortens, and says until when the link lives as that language writes dates', async () => {
    const popup = await popupFor('/spoken');
    await choose(popup, text('validityLabel'), text('validity_week'));
    await eventually(() => textOf(popup)).toMatch(date);
    await press(popup, text('shorten'));
    expect(await valueOf(popup, text('shortLinkLabel'))).toContain(fixture.service.origin);
    expect(await statusOf(popup)).toContain(text('linkReady'));
  });

  test('says in one sentence that the service does not answer', async () => {
    fixture.proxy.next('add', reset);
    const popup = await popupFor('/broken');
    await press(popup, text('shorten'));
    expect(await alertOf(popup)).toBe(text('failure_unreachable_unknown', fixture.proxy.address));
  });

  test('lists its links with the time they have left', async () => {
    const history = await fixture.open('history.html');
    await eventually(() => textOf(history)).toMatch(ends);
    expect(await textOf(history)).toContain(text('historyFound', '2', '2'));
  });
});
