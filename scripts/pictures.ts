/** `npm run pictures`: the README's pictures of the real popup and the real player, by day and by night. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer-core';
import { startService } from '../server/service.ts';
import { launchChromium } from './browsers/chromium.ts';
import { connectThroughOptions } from './browsers/connect.ts';
import { choose, press, valueOf } from './browsers/controls.ts';
import { openPopup, pageOpenedBy } from './browsers/extension.ts';
import { grantedCopy } from './browsers/granted-copy.ts';
import { createEndings } from './endings.ts';
import { root, runScript } from './programs.ts';

const target = (name: string): string => join(root, 'art', name);
const endings = createEndings();

const inScheme = (page: Page, value: 'light' | 'dark'): Promise<void> =>
  page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);

const start = async (): Promise<{ browser: Browser; page: Page }> => {
  const { ok, output } = await runScript('build');
  if (!ok) throw new Error(output);
  const data = await mkdtemp(join(tmpdir(), 'waylark-pictures-'));
  await endings.add(() => rm(data, { recursive: true, force: true }));
  const service = await startService({ data, port: 8404 });
  await endings.add(() => service.close());
  const copy = await grantedCopy(join(root, '.output', 'chrome-mv3'), {
    origin: service.origin,
    allSites: true,
  });
  await endings.add(copy.remove);
  const browser = await launchChromium({ extensions: [copy.folder], headless: true });
  await endings.add(() => browser.close());
  const options = await pageOpenedBy(browser, 'options.html');
  await connectThroughOptions(options, { address: service.address, ...(await service.createApplication()) });
  const page = await browser.newPage();
  await page.goto(`${service.origin}/`);
  return { browser, page };
};

/** The popup, twice as fine as the screen. */
const picture = async (popup: Page): Promise<string> => {
  const size = await popup.evaluate(() => ({ width: innerWidth, height: document.body.offsetHeight }));
  return popup.screenshot({ encoding: 'base64', clip: { x: 0, y: 0, ...size, scale: 2 } });
};

const sideBySide = async (page: Page, images: string[]): Promise<Uint8Array> => {
  const cards = images.map((image) => `<img src="data:image/png;base64,${image}">`).join('');
  await page.setViewport({ width: 800, height: 100, deviceScaleFactor: 2 });
  await page.setContent(`<!doctype html><style>
    body { margin: 0; padding: 16px; display: flex; gap: 32px; align-items: start; justify-content: center }
    img { width: 360px; border-radius: 12px; box-shadow: 0 2px 14px rgb(20 20 60 / 45%) }
  </style>${cards}`);
  return page.screenshot({ omitBackground: true, fullPage: true });
};

const picturePopup = async (browser: Browser, page: Page): Promise<void> => {
  const popup = await openPopup(browser, page);
  await inScheme(popup, 'light');
  await choose(popup, 'Validity', '1 week');
  const before = await picture(popup);
  await press(popup, 'Shorten');
  await valueOf(popup, 'Short link');
  await inScheme(popup, 'dark');
  const after = await picture(popup);
  await writeFile(target('popup.png'), await sideBySide(await browser.newPage(), [before, after]));
};

/** A missing page with the pill, and the same with the player playing. */
const picturePlayer = async (browser: Browser, origin: string): Promise<void> => {
  const page = await browser.newPage();
  const size = { width: 400, height: 440 };
  await page.setViewport({ ...size, deviceScaleFactor: 2 });
  await page.goto(`${origin}/ended-long-ago`);
  const shoot = () => page.screenshot({ encoding: 'base64' });
  await inScheme(page, 'light');
  await page.locator('aria/Play[role="button"]').wait();
  const pill = await shoot();
  await press(page, 'Play');
  await press(page, 'Open player');
  await page.locator('aria/Pause[role="button"]').wait();
  await page.mouse.move(0, 0);
  await inScheme(page, 'dark');
  // Some seconds into the track, so that the position shows.
  await setTimeout(8_000);
  const player = await shoot();
  await writeFile(target('player.png'), await sideBySide(await browser.newPage(), [pill, player]));
};

try {
  const { browser, page } = await start();
  await picturePopup(browser, page);
  await picturePlayer(browser, new URL(page.url()).origin);
} finally {
  await endings.run();
}
