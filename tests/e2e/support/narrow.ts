import type { Page } from 'puppeteer-core';

/** What sticks out of a page of that width (pixels), at either side; what scrolls by itself may hold more. */
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

/** What sticks out at any of these widths (pixels), read from right to left or from left to right. */
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
