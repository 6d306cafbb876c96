import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { full, pill } from '../e2e/support/control-names.ts';
import { eventually } from '../e2e/support/eventually.ts';
import { lacks } from '../e2e/support/needs.ts';
import { findingsInAllLooks, loadAxe } from './support/axe.ts';
import { type Bench, openTestBrowser, type TestBrowser } from './support/bench.ts';
import { controlsOf } from './support/tree.ts';

const play = { type: 'play', by: 'user' };

describe.skipIf(lacks('chromium'))('The pill alone', () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await openTestBrowser();
  });
  afterAll(() => browser.close());

  /** The elements of the overlay with their attributes and texts. */
  const elementsOf = ({ page }: Bench): Promise<string[]> =>
    page.evaluate(() => {
      const describe = (element: Element, depth = 0): string[] => {
        const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value.trim()}`).sort();
        const own = element.childElementCount > 0 ? '' : element.textContent;
        const line = `${' '.repeat(depth)}${element.localName} ${attributes.join(' ')} ${own}`;
        return [line, ...[...element.children].flatMap((child) => describe(child, depth + 1))];
      };
      const section = globalThis.bench.root()?.querySelector('section');
      return section ? describe(section) : [];
    });
  /** Position and size of what matches in the overlay. */
  const boxOf = (page: Page, selector: string) =>
    page.$eval(`>>> ${selector}`, (element) => JSON.stringify(element.getBoundingClientRect()));
  const count = async (page: Page): Promise<number> => (await page.$$('[popover]')).length;

  it('has the same elements, names and tooltips as the pill of the player', async () => {
    const alone = await browser.mountPill();
    expect(await controlsOf(alone.page)).toEqual(pill);
    const elements = await elementsOf(alone);
    expect(elements.length).toBeGreaterThan(10);
    expect(await elementsOf(await browser.mount())).toEqual(elements);
  });

  it('gives way to a playing player in the same place when Play is pressed', async () => {
    const bench = await browser.mountPill();
    await bench.page.$eval('>>> section', (section) =>
      Promise.all(section.getAnimations().map(({ finished }) => finished)),
    );
    const before = await boxOf(bench.page, 'section');
    await bench.page.click('>>> .play');
    await eventually(() => controlsOf(bench.page)).toContain('button Pause');
    expect(await boxOf(bench.page, 'section')).toBe(before);
    expect([await bench.commands(), await count(bench.page)]).toEqual([[play], 1]);
    expect(await bench.focus()).toBe('Pause');
  });

  it('gives way to an open player with the focus on Play when Open player is pressed', async () => {
    const bench = await browser.mountPill();
    await bench.page.focus('#home');
    await bench.keys('Tab', 'Tab', 'Enter');
    await eventually(async () => (await controlsOf(bench.page)).length).toBe(full.length);
    expect([await bench.commands(), await bench.focus()]).toEqual([[{ type: 'load' }], 'Play']);
    await bench.keys('Escape', 'Tab', 'Enter');
    expect([await count(bench.page), await bench.focus()]).toEqual([0, 'home']);
  });

  it('loads the player for automatic playback', async () => {
    const bench = await browser.mountPill({ startByItself: true });
    await eventually(() => bench.page.evaluate(() => globalThis.bench.commands)).toEqual([
      { type: 'play', by: 'autoplay' },
    ]);
  });

  it('says so when the player is refused, and tries again at the next press', async () => {
    const bench = await browser.mountPill({ isRefused: true });
    await bench.page.click('>>> .play');
    const status = () => bench.page.$eval('>>> [role=status]', (it) => it.textContent);
    await eventually(status).toContain('The browser did not let the music begin');
    expect(await controlsOf(bench.page)).toEqual(pill);
    await bench.page.click('>>> .play');
    expect((await bench.events()).filter((event) => event === 'inject')).toHaveLength(2);
    await loadAxe(bench.page);
    expect(await findingsInAllLooks(bench.page, '[popover]')).toEqual([]);
  });

  it('closes, returns the focus, and requests nothing', async () => {
    const bench = await browser.mountPill();
    await bench.page.focus('#home');
    await bench.keys('Tab', 'Tab', 'Tab', 'Space');
    expect([await count(bench.page), await bench.focus(), await bench.events()]).toEqual([0, 'home', []]);
  });

  it('ignores scripts of the page', async () => {
    const bench = await browser.mountPill();
    await bench.page.evaluate(() => {
      for (const button of globalThis.bench.root()?.querySelectorAll('button') ?? []) button.click();
    });
    expect([await count(bench.page), await bench.events()]).toEqual([1, []]);
  });

  it('does not appear beside a player, or twice', async () => {
    const { page } = await browser.mountPill();
    expect(await page.evaluate(() => globalThis.bench.startPill())).toBe(false);
    const { page: other } = await browser.mount();
    expect(await other.evaluate(() => globalThis.bench.startPill())).toBe(false);
    expect([await count(other)]).toEqual([1]);
  });

  it('removes itself once the extension has gone', async () => {
    const { page } = await browser.mountPill();
    await page.evaluate(() => globalThis.bench.orphan());
    await eventually(() => controlsOf(page), 3000).toEqual([]);
  });
});
