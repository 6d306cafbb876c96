import type { Browser } from 'puppeteer-core';

/** A screenshot on a sheet. */
export interface Shot {
  /** Base64. */
  png: string;
  /** Pixels of the sheet. */
  width: number;
}

/** Pixels of a screenshot in the stores of Chrome, Edge and Firefox. */
const width = 1280;
const height = 800;

/** A picture for the stores with the light screenshots on its left and the dark ones on its right. Resolves with the PNG. */
export async function sheet(
  browser: Browser,
  { light, dark }: Record<'light' | 'dark', Shot[]>,
): Promise<Uint8Array> {
  const page = await browser.newPage();
  const half = (shots: Shot[], name: string): string => {
    const images = shots.map(
      (shot) => `<img style="width: ${String(shot.width)}px" src="data:image/png;base64,${shot.png}">`,
    );
    return `<div class="${name}">${images.join('')}</div>`;
  };

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
