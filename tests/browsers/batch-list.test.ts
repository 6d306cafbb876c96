import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { openClipboard } from '../support/browsers/clipboard.ts';
import { press } from '../support/browsers/controls.ts';
import { eventually } from '../support/browsers/eventually.ts';
import type { Fixture } from '../support/browsers/fixture.ts';
import { lacks } from '../support/browsers/needs.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';
import {
  openBatch,
  shortLinksOn,
  startBatch,
  startName,
  thisWindow,
  visitTabs,
} from '../support/pages/batch.ts';
import { focusOf, textOf } from '../support/pages/page-texts.ts';
import { answerOnRelease, failure } from '../support/service/faults.ts';

/** A title with characters that Markdown and HTML must escape. */
const hostile = `[a] <b>"x"</b> & 你好`;

/** Whether all of an element is in the part of the page that the window shows. */
const isInSight = (page: Page, selector: string): Promise<boolean> =>
  page.$eval(selector, (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

describe.skipIf(lacks('chromium'))('The list of a batch', () => {
  const fixtureOf = suiteFixture({ permissions: ['tabs'] });
  let fixture: Fixture;
  beforeEach(() => {
    fixture = fixtureOf();
  });

  it('copies the list as plain lines, and as HTML that is addresses for plain text and links for documents', async () => {
    await visitTabs(fixture, 'listed', 1);
    const tab = await fixture.visit('/listed/2');
    await tab.evaluate((title) => (document.title = title), hostile);
    const page = await openBatch(fixture, await thisWindow(fixture));
    await startBatch(page);
    await page.waitForSelector('text/2 links created');
    const shortLinks = await shortLinksOn(page);
    const clipboard = await openClipboard(fixture);
    const copyAs = async (name: string): Promise<string> => {
      await clipboard.fill('what was there before');
      await page.bringToFront();
      await press(page, 'Copy all as');
      await page.locator(`aria/${name}[role="menuitemradio"]`).click();
      await eventually(() => textOf(page)).toContain('Copied');
      return clipboard.paste();
    };
    expect(await copyAs('Plain text')).toBe(shortLinks.join('\n'));
    expect(await copyAs('HTML')).toBe(shortLinks.join('\n'));
    const html = await clipboard.pasteHtml();
    const pasted = await page.evaluate((text) => {
      const { body } = new DOMParser().parseFromString(text, 'text/html');
      return [...body.querySelectorAll('ul > li > a')].map((link) => [
        link.getAttribute('href'),
        link.textContent,
      ]);
    }, html);
    expect(pasted).toEqual([
      [shortLinks[0], 'Page /listed/1'],
      [shortLinks[1], hostile],
    ]);
  });

  it('opens at the top of a list longer than the window with its button in sight, and shows why a run has stopped', async () => {
    await visitTabs(fixture, 'long-list', 8);
    const page = await openBatch(fixture, await thisWindow(fixture));
    await page.setViewport({ width: 800, height: 360 });
    // It moves the focus when it is loaded.
    await page.evaluate(() => {
      document.querySelector('main')?.remove();
      location.reload();
    });
    await eventually(() => focusOf(page)).toMatch(startName);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    for (const selector of ['h1', 'form button[type=submit]'])
      expect(await isInSight(page, selector)).toBe(true);

    const { fault, release } = answerOnRelease();
    fixture.proxy.next('add', fault, fault, failure('no package available', 802));
    await startBatch(page);
    await eventually(() => fixture.proxy.count('add')).toBe(3);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    release();
    await eventually(() => textOf(page)).toContain('no links left');
    await eventually(() => isInSight(page, '.problem')).toBe(true);
  });
});
