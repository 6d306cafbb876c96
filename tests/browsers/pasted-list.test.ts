import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { openClipboard, pasteInto } from '../support/browsers/clipboard.ts';
import { press } from '../support/browsers/controls.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { lacks } from '../support/browsers/needs.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';
import { openBatch, shortLinksOn, thisWindow } from '../support/pages/batch.ts';
import { historyOf } from '../support/pages/history.ts';
import { textOf } from '../support/pages/page-texts.ts';

/** Drops a file of spreadsheets, in UTF-16, on the page. The driver of Firefox drops no files, so the page does. */
const dropFile = async (page: Page, { text, isReal }: { text: string; isReal: boolean }): Promise<void> => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  if (isReal) {
    const path = join(tmpdir(), `waylark-${crypto.randomUUID()}.csv`);
    await writeFile(path, bytes);
    const client = await page.createCDPSession();
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await client.send('Input.dispatchDragEvent', {
        type,
        x: 300,
        y: 300,
        data: { items: [], files: [path], dragOperationsMask: 1 },
      });
    return;
  }
  await page.evaluate(
    (content) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(content)], 'links.csv'));
      for (const type of ['dragover', 'drop'])
        document.dispatchEvent(new DragEvent(type, { dataTransfer, cancelable: true }));
    },
    [...bytes],
  );
};

for (const kind of ['chromium', 'firefox'] as const)
  describe.skipIf(lacks(kind))(`A pasted list in ${kind}`, () => {
    const fixtureOf = suiteFixture({ browser: kind });

    it('is shortened with the addresses of a dropped file, each once, without a permission or a request of its pages', async () => {
      const fixture = fixtureOf();
      const [one, two, three] = [1, 2, 3].map((at) => `${fixture.pages.origin}/list/${at}`);
      const clipboard = await openClipboard(fixture);
      await clipboard.fill(`${one}\nMinutes of Monday\n${two}\n${one}`);
      const page = await openBatch(fixture, await thisWindow(fixture));
      await (await page.waitForSelector('.segments > :last-child'))?.click();
      await page.waitForSelector('#list:focus');
      await pasteInto(page);
      await eventually(() => textOf(page)).toContain('2 links found');
      const visited = fixture.pages.log.length;
      await dropFile(page, {
        text: `Title;Link\nThree, “3”;${three}\nTwo;${two}`,
        isReal: kind === 'chromium',
      });
      await eventually(() => textOf(page)).toContain('3 links found');
      expect(await textOf(page)).toContain('2 duplicates, shortened once');
      expect(await textOf(page)).toContain('1 line left out');

      await press(page, 'Shorten 3 links');
      await eventually(() => textOf(page), 30_000).toContain('3 links created');
      const shortLinks = await shortLinksOn(page);
      const addressOf = (shortLink: string) =>
        fixture.links().find(({ id }) => shortLink.endsWith(`/${id}`))?.link;
      expect(shortLinks.map(addressOf)).toEqual([one, two, three]);
      expect(fixture.links()).toHaveLength(3);
      const titles = (await historyOf(page)).map(({ title }) => title);
      expect(titles.toSorted()).toEqual(['', '', 'Three, “3”']);
      expect(fixture.pages.log.length).toBe(visited);

      // Where short links begin, only the background knows.
      await clipboard.fill(shortLinks.join('\n'));
      const other = await openBatch(fixture, await thisWindow(fixture));
      await (await other.waitForSelector('.segments > :last-child'))?.click();
      await other.waitForSelector('#list:focus');
      await pasteInto(other);
      await eventually(() => textOf(other)).toContain('3 lines left out');
    }, 120_000);
  });
