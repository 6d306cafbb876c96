import { launchChromium } from './browsers/chromium.ts';

export interface Drawing {
  svg: string;
  /** Edge of the square in pixels. */
  size: number;
}

/** Draws each SVG with the installed Chromium on a transparent background. Resolves with the PNGs in order. */
export async function rasterize(drawings: Drawing[]): Promise<Uint8Array[]> {
  const browser = await launchChromium({ extensions: [], headless: true });

  try {
    const page = await browser.newPage();
    const images: Uint8Array[] = [];

    for (const { svg, size } of drawings) {
      await page.setViewport({ width: size, height: size });
      const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
      await page.setContent(
        `<body style="margin:0"><img style="display:block" width="${size}" height="${size}" src="${source}">`,
      );
      images.push(await page.screenshot({ omitBackground: true }));
    }
    return images;
  } finally {
    await browser.close();
  }
}
