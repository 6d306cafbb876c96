import type { Browser } from 'puppeteer-core';
import { scale } from './studio.ts';

/** A picture on a sheet, in pixels of CSS from its top left corner. */
interface Placed {
  /** Base64. */
  png: string;
  x: number;
  y: number;
  width: number;
  /** Without one, it has the height of the picture; what is higher is cut off at its top. */
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
    img { display: block; inline-size: 100% }
    figure[style*=height] img { position: absolute; inset-block-end: 0 }</style>${figures.join('')}`);
  const webp = await page.screenshot({ type: 'webp', quality: 85 });
  await page.close();
  return webp;
}

/** Plain, since a gradient weighs more than all of the rest. */
const dusk = '#d9d6e8';

const gap = 40;

/** The window that a page is photographed in, in pixels of CSS; `shown` is the height of its lower part that is on the sheet. */
export interface Frame {
  width: number;
  height: number;
  shown?: number;
}

/** A page by day and the same page by night: a wide one above the other, a high one beside the other. */
export const dayAndNight = (
  pictures: readonly [light: string, dark: string],
  { width, height, shown = height }: Frame,
): Sheet => {
  const isWide = width > shown;
  const columns = isWide ? 1 : 2;
  const rows = isWide ? 2 : 1;
  return {
    width: columns * (width + gap) + gap,
    height: rows * (shown + gap) + gap,
    background: dusk,
    placed: pictures.map((png, at) => ({
      png,
      width,
      height: shown,
      x: gap + (isWide ? 0 : at * (width + gap)),
      y: gap + (isWide ? at * (shown + gap) : 0),
    })),
  };
};

/** Popups beside each other in their own size, in rows. */
export const popupGrid = (rows: readonly (readonly string[])[], rowHeight: number): Sheet => {
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
