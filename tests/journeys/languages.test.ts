import { expect, it } from 'vitest';
import { connectThroughOptions } from '../support/browsers/connect.ts';
import { choose, fillIn, press, valueOf } from '../support/browsers/controls.ts';
import { textsIn } from '../support/browsers/texts.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { reset } from '../support/service/faults.ts';
import { createFixture, openedOptions } from '../support/browsers/fixture.ts';
import { lacks } from '../support/browsers/needs.ts';
import { alertOf, textOf } from '../support/pages/page-texts.ts';

const language = 'zh_CN';
const date = /\d{1,2}\u2060月\u2060\d{1,2}\u2060日\u2060\d{1,2}:\d\d/;
/** The time left of a link that lasts a week, or a moment less. */
const timeLeft = /剩余[67]天/;

// What each text says: lib/i18n. English: all the other browser tests. Firefox finds the folder of a language in the same way.
it.skipIf(lacks('chromium', 'chromium in Chinese'))(
  'a browser in Chinese connects, shortens, explains a failure and lists links in Chinese',
  async () => {
    const text = await textsIn(language);
    const fixture = await createFixture({ language, connected: false });
    try {
      const options = await openedOptions(fixture);
      const { proxy, service, credentials, pages } = fixture;
      const template = `${service.origin}/{linkID}`;
      const connection = { address: proxy.address, template, ...credentials };
      expect(await connectThroughOptions(options, connection)).toBe(text('connected'));
      expect(await options.title()).toBe('Waylark 设置');
      expect(await options.evaluate(() => document.documentElement.lang)).toBe('zh-CN');

      const popup = await fixture.open('popup.html');
      await fillIn(popup, text('linkLabel'), `${pages.origin}/broken`);
      await choose(popup, text('validityLabel'), text('validity_week'));
      await eventually(() => textOf(popup)).toMatch(date);
      proxy.next('add', reset);
      await press(popup, text('shorten'));
      expect(await alertOf(popup)).toContain(text('failure_unreachable', new URL(proxy.address).host));
      await press(popup, text('tryAgain'));
      expect(await valueOf(popup, text('shortLinkLabel'))).toContain(service.origin);

      const history = await fixture.open('history.html');
      await eventually(() => textOf(history)).toMatch(timeLeft);
      await eventually(() => textOf(history)).toContain(text('historyCount_other', '2'));
    } finally {
      await fixture.close();
    }
  },
);
