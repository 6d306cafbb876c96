import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import type { DeliveredOutcome } from '../../lib/delivery/contract.ts';
import type { StoredOutcome } from '../../lib/delivery/stored-outcomes.ts';
import { press } from '../../scripts/browsers/controls.ts';
import { looks } from '../player/support/axe.ts';
import { eventually } from './support/eventually.ts';
import { late } from './support/faults.ts';
import { lacks } from './support/needs.ts';
import { alertOf, focusOf, textOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

declare const axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };

const link = `https://example.com/灯塔/${'a-very-long-address-without-a-break'.repeat(20)}`;
const [id, act] = ['2f1c0e9a-0000-4000-8000-000000000000', '2f1c0e9a-0000-4000-8000-000000000001'];
const end = Math.floor(Date.now() / 1000) + 86_400;
const made = { ok: true, shortLink: 'https://s.example/aB3', end } as const;
const failed = (
  reason: 'internal-server-error' | 'not-connected',
  retryAfter?: number,
): DeliveredOutcome['outcome'] => ({
  ok: false,
  failure: { reason, made: 'unknown', ...(retryAfter !== undefined && { retryAfter }) },
});

/** What the page can have to tell; null for what nobody knows any more. */
const outcomes: Record<string, DeliveredOutcome | null> = {
  'a link': { link, outcome: made, warning: 'secret', removed: [], action: null },
  'a link that was made before': {
    link,
    outcome: { ...made, createdAt: Date.now() },
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

/** By what one sees that it has told it. */
const signs: Record<string, string> = {
  'a link': 'until',
  'a link that was made before': 'Make another',
  'a failure': 'Try again',
  'a pause': 'Try again (',
  'no connection': 'not connected',
  nothing: 'What this tab had to tell is gone',
};

describe.skipIf(lacks('chromium'))('The page that tells an outcome, in Chromium', () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await createFixture();
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.tidy());

  /** Opens it as it is when it was told this, in the memory of the session. */
  const open = async (told: DeliveredOutcome | null): Promise<Page> => {
    const page = await fixture.open('options.html');
    const request: StoredOutcome['request'] = {
      link,
      title: '',
      validity: { kind: 'never' },
      private: false,
    };
    const outcomes: StoredOutcome[] = told
      ? [{ id, tabId: 1, request, removed: told.removed, attempt: crypto.randomUUID(), delivered: told }]
      : [];
    await page.evaluate(`chrome.storage.session.set(${JSON.stringify({ outcomes })})`);
    await page.goto(`${fixture.origin}/outcome.html#${id}`);
    await page.bringToFront();
    await page.waitForSelector('.outcome button');
    return page;
  };

  it.each(Object.entries(outcomes))(
    'has nothing that axe finds with %s, in light, dark and forced colours, and fits a narrow screen either way',
    async (name, told) => {
      const page = await open(told);
      await eventually(() => textOf(page)).toContain(signs[name]);
      await page.evaluate(
        await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
      );
      const session = await page.createCDPSession();
      for (const features of Object.values(looks)) {
        await session.send('Emulation.setEmulatedMedia', { features });
        const { violations } = await page.evaluate(() => axe.run());
        expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
      }
      await session.detach();
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

  it('has the link selected and each button by the keyboard', async () => {
    const page = await open(outcomes['a link that was made before'] ?? null);
    await eventually(() => selectedText(page)).toBe(made.shortLink);
    expect(await tabs(page, 3)).toEqual(['Copy', 'Make another', 'Tell me without this tab from now on']);
  });

  it('says at once that it is under way, tries again by Enter, and has the focus on what comes then', async () => {
    const page = await open(outcomes['a failure'] ?? null);
    await alertOf(page);
    await eventually(() => focusOf(page)).toBe('Try again');
    fixture.proxy.always('add', late(1500));
    await page.keyboard.press('Enter');
    await eventually(() => textOf(page)).toContain('Shortening');
    await page.keyboard.press('Enter');
    await eventually(() => selectedText(page)).toContain(fixture.service.origin);
    expect(fixture.proxy.count('add')).toBe(1);
  });

  it('opens the settings where there is no connection, and the history where nothing is left to tell', async () => {
    const page = await open(outcomes['no connection'] ?? null);
    await eventually(() => focusOf(page)).toBe('Settings');
    await page.keyboard.press('Enter');
    const addresses = () => fixture.browser.targets().map((each) => each.url());
    await eventually(addresses).toContain(`${fixture.origin}/options.html`);
    const gone = await open(null);
    await press(gone, 'History');
    await eventually(addresses).toContain(`${fixture.origin}/history.html`);
  });
});
