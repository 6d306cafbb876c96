import type { Browser } from 'puppeteer-core';

/** A picture as puppeteer gives it, and how wide it is to stand, in pixels of the sheet. */
export interface Shot {
  png: string;
  width: number;
}

/** What stores take of an extension. */
const [width, height] = [1280, 800];

/**
 * One sheet of 1280 × 800 pixels, as stores want them: on its start side what is light, on its end side what is dark.
 * Resolves with the PNG.
 */
export async function sheet(
  browser: Browser,
  { light, dark }: Record<'light' | 'dark', Shot[]>,
): Promise<Uint8Array> {
  const page = await browser.newPage();
  const half = (shots: Shot[], name: string): string =>
    `<div class="${name}">${shots
      .map((shot) => `<img style="width: ${String(shot.width)}px" src="data:image/png;base64,${shot.png}">`)
      .join('')}</div>`;
  await page.setViewport({ width, height });
  await page.setContent(`<!doctype html><style>
    body { margin: 0; display: grid; grid-template-columns: 1fr 1fr; block-size: ${String(height)}px }
    div { display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 28px; overflow: hidden }
    .light { background: #f3e3d6 }
    .dark { background: #2a2e5c }
    img { border-radius: 12px; box-shadow: 0 1px 8px rgb(20 20 60 / 30%) }
  </style>${half(light, 'light')}${half(dark, 'dark')}`);
  const png = await page.screenshot({ clip: { x: 0, y: 0, width, height } });
  await page.close();
  return png;
}
