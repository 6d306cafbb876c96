import { poll } from '../support/browsers/poll.ts';
import { openDisplay } from '../support/browsers/display.ts';
import { shortenByMenu } from '../support/browsers/menu.ts';
import { startMenuPages } from '../support/pages/pages.ts';
import { inWorker } from '../support/browsers/chromium-extension.ts';
import { createFixture, type Fixture } from '../support/browsers/fixture.ts';
import { type Figure, median } from './figures.ts';
import { barePost } from './shortening.ts';

const rounds = 8;

/** Notes in the worker when the browser tells it of an item that was chosen. */
const noteClicks = ({ browser }: Fixture): Promise<unknown> =>
  inWorker(
    browser,
    `(chrome.contextMenus.onClicked.addListener(() => { globalThis.chosenAt = Date.now(); }), 'noted')`,
  );

/** From the item that is chosen by a real right click to the short link on the system's clipboard. */
export const measureMenu = async (): Promise<Figure[]> => {
  const display = await openDisplay();
  const site = await startMenuPages();
  const fixture = await createFixture({ display: display.name });
  try {
    await noteClicks(fixture);
    const times: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const page = await fixture.browser.newPage();
      await page.goto(`${site.origin}/page?${round}`);
      await page.bringToFront();
      const before = await display.clipboard();
      await shortenByMenu(display, page, { selector: '#heading', item: 'page' });
      const copiedAt = await poll('the short link on the clipboard', async () => {
        const copied = await display.clipboard();
        return copied !== before && copied.startsWith(fixture.service.origin) ? Date.now() : undefined;
      });
      const chosenAt = Number(await inWorker(fixture.browser, 'String(globalThis.chosenAt)'));
      if (round > 0) times.push(copiedAt - chosenAt);
      bare.push(await barePost(fixture.proxy));
      await page.close();
    }
    const from = `${median(times).toFixed(0)} ms beside ${median(bare).toFixed(0)} ms, medians of ${rounds}; looked every 50 ms`;
    return [
      {
        name: 'menu item to clipboard, less a bare POST',
        value: median(times) - median(bare),
        unit: 'ms',
        limit: { at: 'most', value: 150 },
        from,
      },
    ];
  } finally {
    await fixture.close();
    await site.close();
    await display.close();
  }
};
