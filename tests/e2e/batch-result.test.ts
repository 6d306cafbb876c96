import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { press, valueOf } from '../../scripts/browsers/controls.ts';
import { poll } from '../../scripts/browsers/poll.ts';
import { fillClipboard, paste, shortcut } from './support/clipboard.ts';
import { eventually } from './support/eventually.ts';
import { openBatch, shortLinksOn, thisWindow, visitTabs } from './support/batch.ts';
import { lacks } from './support/needs.ts';
import { alertOf, textOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

const hostile = `[a] <b>"x"</b> & 你好`;

/** What the clipboard holds as markup: what a page gets that asks for it. */
const pasteMarkup = async (fixture: Fixture): Promise<string> => {
  const page = await fixture.visit('/paste');
  await page.evaluate(() => {
    document.addEventListener('paste', (event) => {
      document.title = event.clipboardData?.getData('text/html') ?? '';
    });
    document.querySelector('textarea')?.focus();
  });
  await shortcut(page, 'v', 'Paste');
  const markup = await poll('the markup', async () => {
    const title = await page.title();
    return title.startsWith('Page') ? undefined : title;
  });
  await page.close();
  return markup;
};

describe.for(['chromium', 'firefox'] as const)('The list of many short links in %s', (browser) => {
  let fixture: Fixture;
  let page: Page;
  let shortLinks: string[];

  beforeAll(async () => {
    if (lacks(browser)) return;
    fixture = await createFixture({ browser, permissions: ['tabs'] });
    await visitTabs(fixture, 'listed', 2);
    await (
      await fixture.visit('/listed/3')
    ).evaluate((title) => {
      document.title = title;
    }, hostile);
    page = await openBatch(fixture, await thisWindow(fixture));
    // Firefox asks; its tests grant unasked.
    if (browser === 'firefox') await press(page, 'Allow and show the tabs');
    await press(page, 'Shorten the chosen tabs');
    await page.waitForSelector('text/All done: 3 made');
    shortLinks = await shortLinksOn(page);
  });
  afterAll(() => fixture.close());

  const copyAs = async (name: string): Promise<string> => {
    await fillClipboard(fixture, 'what was there before');
    await page.bringToFront();
    await (await page.waitForSelector(`aria/${name}[role="radio"]`))?.click();
    await press(page, 'Copy');
    await eventually(() => textOf(page)).toContain('Copied');
    expect(await paste(fixture)).toBe(await valueOf(page, 'What is copied or saved'));
    return paste(fixture);
  };

  it.skipIf(lacks(browser))('is copied as plain lines', async () => {
    expect(await copyAs('Plain lines')).toBe(shortLinks.join('\n'));
    expect(new Set(shortLinks).size).toBe(3);
  });

  it.skipIf(lacks(browser))('is copied as Markdown, whatever a page calls itself', async () => {
    const [first = '', second = '', third = ''] = shortLinks;
    expect(await copyAs('Markdown')).toBe(
      `- [Page /listed/1](${first})\n- [Page /listed/2](${second})\n- [\\[a\\] \\<b>"x"\\</b> & 你好](${third})`,
    );
  });

  it.skipIf(lacks(browser))('is copied as HTML: its source as text, and itself as markup', async () => {
    const source = await copyAs('HTML');
    expect(source).toContain(
      `<a href="${shortLinks[2] ?? ''}">[a] &lt;b&gt;&quot;x&quot;&lt;/b&gt; &amp; 你好</a>`,
    );
    const markup = await pasteMarkup(fixture);
    const read = await page.evaluate((text) => {
      const { body } = new DOMParser().parseFromString(text, 'text/html');
      return [...body.querySelectorAll('ul > li > a')].map((link) => [
        link.getAttribute('href'),
        link.textContent,
      ]);
    }, markup);
    expect(read).toEqual([
      [shortLinks[0], 'Page /listed/1'],
      [shortLinks[1], 'Page /listed/2'],
      [shortLinks[2], hostile],
    ]);
  });

  it.skipIf(lacks(browser))('says so where the browser does not copy, and selects the text', async () => {
    await page.bringToFront();
    await page.evaluate(() => {
      navigator.clipboard.write = () => Promise.reject(new Error('No.'));
    });
    await press(page, 'Copy');
    expect(await alertOf(page)).toContain('did not let Waylark copy');
    const selected = await page.evaluate(() => {
      const field = document.activeElement;
      return field instanceof HTMLTextAreaElement ? field.selectionEnd - field.selectionStart : 0;
    });
    expect(selected).toBe((await valueOf(page, 'What is copied or saved')).length);
  });

  // Firefox's driver cannot be told where files go.
  if (browser === 'firefox') return;
  it.skipIf(lacks(browser)).each([
    ['Plain lines', 'short-links.txt'],
    ['Markdown', 'short-links.md'],
    ['HTML', 'short-links.html'],
  ])('is saved as a file: %s', async (name, file) => {
    const downloadPath = await mkdtemp(join(tmpdir(), 'waylark-saved-'));
    const session = await fixture.browser.target().createCDPSession();
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath });
    await page.bringToFront();
    await (await page.waitForSelector(`aria/${name}[role="radio"]`))?.click();
    await (await page.waitForSelector('aria/Save as file'))?.click();
    await eventually(() => readdir(downloadPath)).toEqual([file]);
    const content = await readFile(join(downloadPath, file), 'utf8');
    expect(content).toContain(await valueOf(page, 'What is copied or saved'));
    await rm(downloadPath, { recursive: true });
  });
});
