/** `npm run pictures`: the README's pictures of real popup, toast, history and player, by day and by night. */
import { createServer } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type Page, TargetType } from 'puppeteer-core';
import { startService } from '../server/service.ts';
import { launchChromium } from './browsers/chromium.ts';
import { connectThroughOptions } from './browsers/connect.ts';
import { choose, press, valueOf } from './browsers/controls.ts';
import { extensionOf, openExtensionPage, openPopup, pageOpenedBy } from './browsers/extension.ts';
import { grantedCopy } from './browsers/granted-copy.ts';
import { createEndings } from './endings.ts';
import { root, runScript } from './programs.ts';

const target = (name: string): string => join(root, 'art', name);
const endings = createEndings();

/** A page that somebody would shorten. */
const larks = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Skylarks: how to hear one first</title>
<style>body { font: 18px/1.6 Georgia, serif; max-width: 34em; margin: 40px auto; padding: 0 24px; color: #222 }</style>
<h1>Skylarks</h1><p>Go out before sunrise, stand still, and look up: the song is there long before the bird. More in
<a id="guide" href="/guide?utm_source=letter&amp;utm_medium=mail#dawn">the guide to the dawn chorus</a>.</p>
<p>It rises in circles, singing without a pause for minutes, and drops like a stone at the end.</p>
<p>Fields that are mown late have the most of them: <a href="/nests">where they nest</a>, and
<a href="/songs">what they borrow from other birds</a>.</p>`;

const inScheme = (page: Page, value: 'light' | 'dark'): Promise<void> =>
  page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);

const host = 'http://larks.example';
const larksPort = 8405;

const serveLarks = async (): Promise<void> => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(larks);
  });
  await new Promise<void>((resolve) => server.listen(larksPort, '127.0.0.1', resolve));
  await endings.add(() => void server.close());
};

const start = async (): Promise<{ browser: Browser; service: string }> => {
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
  await serveLarks();
  const browser = await launchChromium({
    extensions: [copy.folder],
    headless: true,
    hosts: `MAP larks.example:80 127.0.0.1:${larksPort}`,
  });
  await endings.add(() => browser.close());
  const options = await pageOpenedBy(browser, 'options.html');
  const credentials = await service.createApplication();
  const template = 'https://s.example/{linkID}';
  await connectThroughOptions(options, { address: service.address, template, ...credentials });
  await options.close();
  return { browser, service: service.origin };
};

/** The popup, twice as fine as the screen. */
const picture = async (popup: Page): Promise<string> => {
  // Without what arrives later below: without a window the popup does not grow with it.
  const size = await popup.evaluate(() => ({
    width: innerWidth,
    height: document.querySelector('.extras')?.getBoundingClientRect().top ?? document.body.offsetHeight,
  }));
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

const picturePopup = async (browser: Browser): Promise<void> => {
  const page = await browser.newPage();
  await page.goto(`${host}/skylarks`);
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

/** What the browser says when that link's item is chosen in its menu, which no script can open. */
const chooseItem = (address: string) => `(async () => {
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  chrome.contextMenus.onClicked.dispatch({ menuItemId: 'link', linkUrl: ${JSON.stringify(address)} }, tab);
})()`;

const pictureMenu = async (browser: Browser): Promise<void> => {
  const size = { width: 400, height: 640, deviceScaleFactor: 2 };
  const page = await browser.newPage();
  await page.setViewport(size);
  await page.goto(`${host}/skylarks`);
  await page.bringToFront();
  const { id } = await extensionOf(browser);
  const worker = await browser.waitForTarget((each) => each.type() === TargetType.SERVICE_WORKER);
  // The driver's call counts as a click of the person's, as the menu does.
  await page.evaluate(() => document.body.focus());
  for (const path of ['/songs', '/nests', '/guide#dawn']) {
    await (await worker.worker())?.evaluate(chooseItem(host + path));
    await page.locator('aria/Close[role="button"]').wait();
    await setTimeout(500);
  }
  const toast = await page.screenshot({ encoding: 'base64' });
  const history = await openExtensionPage(browser, `chrome-extension://${id}`, 'history.html');
  await history.setViewport(size);
  await inScheme(history, 'dark');
  await history.locator('.entry').wait();
  const list = await history.screenshot({ encoding: 'base64' });
  await writeFile(target('menu.png'), await sideBySide(await browser.newPage(), [toast, list]));
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
  const { browser, service } = await start();
  await picturePopup(browser);
  await pictureMenu(browser);
  await picturePlayer(browser, service);
} finally {
  await endings.run();
}
