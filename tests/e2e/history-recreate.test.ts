import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { press } from '../../scripts/browsers/controls.ts';
import { eventually } from './support/eventually.ts';
import { historyOf, putEntries } from './support/history.ts';
import { titlesOf } from './support/history-page.ts';
import { lacks } from './support/needs.ts';
import { focusOf, textOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

describe.for(['chromium', 'firefox'] as const)('The history that a notice opens, in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await createFixture({ browser });
    const page = await fixture.open('options.html');
    await putEntries(page, [
      { title: 'Ends tomorrow', link: 'https://a.example/tomorrow', endsIn: 80_000 },
      { title: 'Other' },
    ]);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.tidy());

  const dialogIn = (page: Page) => page.evaluate(() => document.querySelector('dialog')?.innerText ?? '');

  it('asks at once whether to make that link again, and makes it', async () => {
    const options = await fixture.open('options.html');
    const before = await historyOf(options);
    const wanted = before.find(({ link }) => link === 'https://a.example/tomorrow');
    const page = await fixture.open(`history.html#again=${wanted?.id ?? ''}`);
    await eventually(() => dialogIn(page)).toContain('https://a.example/tomorrow');
    await page.bringToFront();
    await eventually(() => focusOf(page)).toBe('Shorten');
    expect(fixture.proxy.log).toEqual([]);
    await press(page, 'Shorten');
    await eventually(() => textOf(page)).toContain(`${fixture.service.origin}/`);
    // The list hears of it before the dialog does.
    await eventually(() => dialogIn(page)).toBe('');
    expect(fixture.proxy.count('add')).toBe(1);
    expect(await historyOf(page)).toHaveLength(before.length + 1);
  });

  it.each([
    'again=2f1c0e9a-0000-4000-8000-000000000000',
    'again=',
    'again=%F0%9F&again=%3Cimg%20src=x%3E',
    'else',
  ])('is as it always is for what it does not know: #%s', async (hash) => {
    const opened = await fixture.open(`history.html#${hash}`);
    await eventually(() => titlesOf(opened)).toContain('Other');
    expect(await dialogIn(opened)).toBe('');
    expect(fixture.consoles.filter((line) => line.startsWith('uncaught'))).toEqual([]);
    expect(await opened.evaluate(() => document.querySelector('[role=alert]')?.textContent ?? '')).toBe('');
  });
});
