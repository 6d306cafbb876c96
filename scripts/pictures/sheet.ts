import type { Browser } from 'puppeteer-core';
import { scale } from './studio.ts';

/** A picture on a sheet, in pixels of CSS from its top left corner. */
export interface Placed {
  /** Base64. */
  png: string;
  x: number;
  y: number;
  width: number;
  /** Beyond this height it is cut off. */
  height?: number;
}

export interface Sheet {
  placed: readonly Placed[];
  width: number;
  height: number;
  /** A colour or gradient of CSS. */
  background: string;
}

/** Draws pictures onto one sheet. Resolves with a WebP in twice the pixels, which weighs a tenth of a PNG. */
export async function drawSheet(
  browser: Browser,
  { placed, width, height, background }: Sheet,
): Promise<Uint8Array> {
  const page = await browser.newPage();
  const figures = placed.map(({ png, x, y, ...size }) => {
    const cut = size.height === undefined ? '' : `height: ${String(size.height)}px`;
    return `<figure style="left: ${String(x)}px; top: ${String(y)}px; width: ${String(size.width)}px; ${cut}"><img src="data:image/png;base64,${png}"></figure>`;
  });
  await page.setViewport({ width, height, deviceScaleFactor: scale });
  await page.setContent(`<!doctype html><style>
    body { margin: 0; background: ${background}; block-size: ${String(height)}px; position: relative; overflow: hidden }
    figure { position: absolute; margin: 0; overflow: hidden; border-radius: 12px;
      box-shadow: 0 0 0 1px rgb(20 20 60 / 14%), 0 18px 50px rgb(20 20 60 / 28%) }
    img { display: block; inline-size: 100% }</style>${figures.join('')}`);
  const webp = await page.screenshot({ type: 'webp', quality: 90 });
  await page.close();
  return webp;
}

/** Plain, since a gradient weighs more than all of the rest. */
const dusk = '#d9d6e8';

/** The size that the stores want. */
const store = { width: 1280, height: 800 };

/** A page by day with the same page by night over its corner. */
export const overlapped = (light: string, dark: string): Sheet => ({
  ...store,
  background: dusk,
  placed: [
    { png: light, x: 40, y: 40, width: 880, height: 550 },
    { png: dark, x: 360, y: 210, width: 880, height: 550 },
  ],
});

/** Popups beside each other in their own size, in rows. */
export const popupGrid = (rows: readonly (readonly string[])[], rowHeight: number): Sheet => {
  const gap = 40;
  const columns = Math.max(...rows.map((row) => row.length));
  return {
    width: columns * (360 + gap) + gap,
    height: rows.length * (rowHeight + gap) + gap,
    background: dusk,
    placed: rows.flatMap((row, down) =>
      row.map((png, across) => ({
        png,
        x: gap + across * (360 + gap),
        y: gap + down * (rowHeight + gap),
        width: 360,
      })),
    ),
  };
};
