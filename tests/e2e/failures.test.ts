import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { big, cut, drip, failure, hang, redirect, reset, truncated } from './support/faults.ts';
import { historyOf } from './support/history.ts';
import { lacks } from './support/needs.ts';
import { startPages } from './support/pages.ts';
import { suiteFixture } from './support/suite-fixture.ts';
import { alertOf, textOf } from './support/texts.ts';

const unknown = 'Your link may have been created';

// How each answer of a service ends is in tests/service/faults.test.ts; here are those that depend on the browser's fetch.
describe.skipIf(lacks('chromium'))('A service that fails, in Chromium', () => {
  const fixture = suiteFixture();
  let visits = 0;
  beforeEach(() => {
    visits += 1;
  });

  const shorten = async (path = `/wrong/${visits}`): Promise<Page> => {
    const popup = await fixture().click(await fixture().visit(path));
    await press(popup, 'Shorten');
    return popup;
  };
  const stateOf = async (page: Page, path = `/wrong/${visits}`) =>
    (await historyOf(page)).find(({ link }) => link.endsWith(path))?.state;
  const expectTheNextOneToWork = async () => {
    fixture().proxy.reset();
    expect(await valueOf(await shorten(`/right/${visits}`), 'Short link')).toContain(
      fixture().service.origin,
    );
    expect(fixture().proxy.count('add')).toBe(1);
  };

  it.each([
    ['a failure of its own', failure('no package available', 802), 'no links left', 'failed'],
    ['half an answer', truncated, unknown, 'unknown'],
    ['a broken answer', cut, unknown, 'unknown'],
    ['a broken connection', reset, unknown, 'unknown'],
    ['50 MB', big(), 'was too large', 'unknown'],
  ] as const)('is reported and recorded after %s, and the next link works', async (...each) => {
    const [, fault, sentence, state] = each;
    fixture().proxy.always('add', fault);
    const popup = await shorten();
    expect(await alertOf(popup)).toContain(sentence);
    expect(fixture().proxy.count('add')).toBe(1);
    expect(await stateOf(popup)).toBe(state);
    await expectTheNextOneToWork();
  });

  it('names the pause that it wants', async () => {
    fixture().proxy.next('add', failure('too many requests', 429, { 'retry-after': '42' }));
    const popup = await shorten();
    await alertOf(popup);
    expect(await textOf(popup)).toMatch(/Try again \(0:(42|41|40)\)/);
  });

  it('is reported while it is down, and Try again works when it is back', async () => {
    await fixture().proxy.shut();
    const popup = await shorten();
    expect(await alertOf(popup)).toContain(`connect to ${fixture().proxy.address}`);
    await fixture().proxy.open();
    await press(popup, 'Try again');
    await valueOf(popup, 'Short link');
    expect(fixture().proxy.count('add')).toBe(1);
  });

  it('is given up within 25 s where it never answers, and where its answer never ends', async () => {
    const started = Date.now();
    const start = async (path: string): Promise<Page> => {
      const popup = await fixture().open('popup.html');
      await fillIn(popup, 'Link', fixture().pages.origin + path);
      await press(popup, 'Shorten');
      return popup;
    };
    fixture().proxy.next('add', hang);
    fixture().proxy.next('add', drip);
    const paths = ['/hangs', '/drips'] as const;
    const popups = [await start(paths[0]), await start(paths[1])];
    const alerts = await Promise.all(popups.map((popup) => alertOf(popup)));
    expect(Date.now() - started).toBeLessThan(25_000);
    for (const sentence of alerts) {
      expect(sentence).toContain(unknown);
      expect(sentence).toContain(fixture().proxy.address);
    }
    expect(fixture().proxy.count('add')).toBe(2);
    const [popup] = popups;
    for (const path of paths) expect(popup && (await stateOf(popup, path))).toBe('unknown');
  });

  it.each(['add', 'token'] as const)('is followed to no other origin by %s', async (operation) => {
    const elsewhere = await startPages();
    try {
      fixture().proxy.next('add', failure('permission denied', 801));
      fixture().proxy.always(operation, redirect(`${elsewhere.origin}/v3/steal`));
      if (operation === 'add') fixture().proxy.next('add', redirect(`${elsewhere.origin}/v3/steal`));
      expect(await alertOf(await shorten())).toContain('redirected Waylark to another address');
      expect(elsewhere.log).toEqual([]);
    } finally {
      await elsewhere.close();
    }
    await expectTheNextOneToWork();
  });
});
