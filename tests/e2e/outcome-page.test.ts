import { describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import type { DeliveredOutcome } from '../../lib/delivery/types.ts';
import type { StoredDelivery } from '../../lib/delivery/stored-deliveries.ts';
import { press } from '../../scripts/browsers/controls.ts';
import { findingsInAllLooks, loadAxe } from '../player/support/axe.ts';
import { eventually } from './support/eventually.ts';
import { lacks } from './support/needs.ts';
import { inWorker } from './support/private-window.ts';
import { focusOf, textOf } from './support/texts.ts';
import { suiteFixture } from './support/suite-fixture.ts';

const link = `https://example.com/灯塔/${'a-very-long-address-without-a-break'.repeat(20)}`;
const [id, act] = ['2f1c0e9a-0000-4000-8000-000000000000', '2f1c0e9a-0000-4000-8000-000000000001'];
const expiresAt = Math.floor(Date.now() / 1000) + 86_400;
const created = { ok: true, shortLink: 'https://s.example/aB3', expiresAt } as const;
const failed = (
  reason: 'internal-server-error' | 'not-connected',
  retryAfter?: number,
): DeliveredOutcome['outcome'] => ({
  ok: false,
  failure: { reason, linkCreated: 'maybe', ...(retryAfter !== undefined && { retryAfter }) },
});

/** The outcomes that the page can show; null for one that is no longer stored. */
const outcomes: Record<string, DeliveredOutcome | null> = {
  'a link': { link, outcome: created, warning: 'secret', removed: [], action: null },
  'an existing link': {
    link,
    outcome: { ...created, createdAt: Date.now() },
    warning: null,
    removed: [],
    action: { kind: 'another', id: act },
  },
  'a failure': {
    link,
    outcome: failed('internal-server-error'),
    warning: null,
    removed: [],
    action: { kind: 'try-again', id: act },
  },
  'a pause': {
    link,
    outcome: failed('internal-server-error', 60),
    warning: null,
    removed: [],
    action: { kind: 'try-again', id: act },
  },
  'no connection': {
    link,
    outcome: failed('not-connected'),
    warning: null,
    removed: [],
    action: { kind: 'settings', id: act },
  },
  nothing: null,
};

/** A text by which each is recognised. */
const expectedTexts: Record<string, string> = {
  'a link': 'Expires',
  'an existing link': 'Create another',
  'a failure': 'Try again',
  'a pause': 'Try again (',
  'no connection': 'not connected',
  nothing: 'This result is no longer available',
};

describe.skipIf(lacks('chromium'))('The page of an outcome, in Chromium', () => {
  const fixture = suiteFixture();

  /** Opens the page of an outcome that the session storage contains. */
  const open = async (delivered: DeliveredOutcome | null): Promise<Page> => {
    const request: StoredDelivery['request'] = {
      link,
      title: '',
      validity: { kind: 'never' },
      private: false,
    };
    const deliveries: StoredDelivery[] = delivered
      ? [
          {
            id,
            tabId: 1,
            request,
            removed: delivered.removed,
            attempt: crypto.randomUUID(),
            view: delivered,
            tries: 1,
            settledAt: Date.now(),
          },
        ]
      : [];
    await inWorker(fixture().browser, `chrome.storage.session.set(${JSON.stringify({ deliveries })})`);
    const page = await fixture().open(`outcome.html#${id}`);
    await page.bringToFront();
    await page.waitForSelector('.outcome button');
    return page;
  };

  it.each(Object.entries(outcomes))(
    'passes axe with %s, in light, dark and forced colours, and fits a narrow screen in both directions',
    async (name, delivered) => {
      const page = await open(delivered);
      await eventually(() => textOf(page)).toContain(expectedTexts[name]);
      await loadAxe(page);
      expect(await findingsInAllLooks(page)).toEqual([]);
      for (const width of [320, 1000])
        for (const dir of ['ltr', 'rtl']) {
          await page.setViewport({ width, height: 700 });
          await page.evaluate((wanted) => (document.documentElement.dir = wanted), dir);
          const { scrollWidth, clientWidth } = await page.evaluate(() => ({
            scrollWidth: document.documentElement.scrollWidth,
            clientWidth: document.documentElement.clientWidth,
          }));
          expect(scrollWidth, `${width} ${dir}`).toBe(clientWidth);
        }
    },
  );

  const selectedText = (page: Page) =>
    page.evaluate(() => {
      const field = document.activeElement;
      return field instanceof HTMLInputElement
        ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
        : '';
    });
  const tabs = async (page: Page, count: number): Promise<string[]> => {
    const seen: string[] = [];
    for (let at = 0; at < count; at += 1) {
      await page.keyboard.press('Tab');
      seen.push(await focusOf(page));
    }
    return seen;
  };

  it('has the link selected, and Tab reaches each button', async () => {
    const page = await open(outcomes['an existing link'] ?? null);
    await eventually(() => selectedText(page)).toBe(created.shortLink);
    expect(await tabs(page, 3)).toEqual([
      expect.stringMatching(/^Copy/),
      'Create another',
      'Use notifications instead',
    ]);
  });

  it('opens the settings if there is no connection, and the history if the outcome is no longer stored', async () => {
    const page = await open(outcomes['no connection'] ?? null);
    await eventually(() => focusOf(page)).toBe('Settings');
    await page.keyboard.press('Enter');
    const addresses = () =>
      fixture()
        .browser.targets()
        .map((each) => each.url());
    await eventually(addresses).toContain(`${fixture().origin}/options.html`);
    const gone = await open(null);
    await press(gone, 'History');
    await eventually(addresses).toContain(`${fixture().origin}/history.html`);
  });
});
