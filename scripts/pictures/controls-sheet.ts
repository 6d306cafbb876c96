import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, MediaFeature, Page } from 'puppeteer-core';
import { root } from '../programs.ts';
import { controlsMarkup } from './controls-markup.ts';
import { closeAll, shoot } from './scene.ts';
import { drawSheet } from './sheet.ts';
import { scale, still, type Studio } from './studio.ts';

const looks: MediaFeature[][] = [
  [{ name: 'prefers-color-scheme', value: 'light' }, still],
  [{ name: 'prefers-color-scheme', value: 'dark' }, still],
  [{ name: 'forced-colors', value: 'active' }, still],
];

const width = 760;

/** Keeps the states that `data-force` names, as a pointer and the keyboard would. */
async function forceStates(page: Page, session: CDPSession): Promise<void> {
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root: document } = await session.send('DOM.getDocument');
  for (const state of ['hover', 'focus-visible', 'active']) {
    const selector = `[data-force="${state}"]`;
    const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: document.nodeId, selector });
    for (const nodeId of nodeIds)
      await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [state] });
  }
  await page.$eval('[data-some]', (box) => {
    if (box instanceof HTMLInputElement) box.indeterminate = true;
  });
}

/** All controls in all states: light, dark and in forced colours. */
export async function controlsSheet(studio: Studio): Promise<Uint8Array> {
  const page = await studio.open('options.html');
  await page.bringToFront();
  await page.locator('.setting').wait();
  const files = await readdir(join(root, 'components', 'ui', 'icons'));
  const names = files.map((file) => file.replace('.svg', '')).filter((name) => !name.startsWith('arrow-'));
  await page.evaluate((markup) => {
    // oxlint-disable-next-line house/no-markup-sinks -- the markup is controls-markup.ts, and the page's own styles stay
    document.body.innerHTML = markup;
  }, controlsMarkup(names));
  const session = await page.createCDPSession();
  await forceStates(page, session);

  const shots: string[] = [];
  const height = await page.evaluate((wide) => {
    document.documentElement.style.inlineSize = `${String(wide)}px`;
    return document.body.scrollHeight;
  }, width);
  await page.setViewport({ width, height, deviceScaleFactor: scale });
  for (const features of looks) {
    await session.send('Emulation.setEmulatedMedia', {
      features,
    });
    shots.push(await shoot(page));
  }
  await closeAll(studio);
  return drawSheet(studio.browser, {
    width: looks.length * width,
    height,
    background: '#888',
    placed: shots.map((png, at) => ({ png, x: at * width, y: 0, width })),
  });
}
