import type { Page } from 'puppeteer-core';

/** The elements that exceed a page of this width (pixels) on either side; elements that scroll may have wider content. */
export async function wideParts(page: Page, width = 320): Promise<string[]> {
  await page.setViewport({ width, height: 640 });
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const parts = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < -1 || right > clientWidth + 1);
    });
    const named = parts.map(({ tagName, className, id }) => `${tagName} #${id} .${className}`);
    return [`${scrollWidth} px wide`, ...named];
  });
}

/** The same at each of these widths (pixels), in both directions of writing. */
export async function wideEitherWay(page: Page, widths = [320]): Promise<string[]> {
  const found: string[] = [];
  for (const direction of ['rtl', 'ltr']) {
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    for (const width of widths)
      found.push(...(await wideParts(page, width)).map((part) => `${width} px, ${direction}: ${part}`));
  }
  await page.setViewport(null);
  return found;
}
