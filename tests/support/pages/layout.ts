import type { Page } from 'puppeteer-core';

/** The elements that move although the person prefers reduced motion. */
export async function movingElements(page: Page): Promise<string[]> {
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  return page.evaluate(() => {
    const lasts = (node: Element, part: string): boolean => {
      const { transitionDuration, animationDuration, scrollBehavior } = getComputedStyle(node, part);
      const times = [transitionDuration, animationDuration].join().split(',').map(parseFloat);
      return times.some((time) => time > 0) || scrollBehavior === 'smooth';
    };
    const nodes = [...document.querySelectorAll('*')].filter((node) =>
      ['', '::before', '::after'].some((part) => lasts(node, part)),
    );
    return nodes.map((node) => `${node.tagName} ${node.getAttribute('class') ?? ''}`);
  });
}

/** The controls that are lower or narrower than this number of pixels. The label and the pseudo-elements of a box count as well. */
export function smallControls(page: Page, least: number): Promise<string[]> {
  return page.evaluate((wanted) => {
    const pixels = (value: string): number => (value === 'auto' ? 0 : parseFloat(value));
    const around = (node: Element, part: string): [number, number] => {
      const { position, width, height } = getComputedStyle(node, part);
      return position === 'absolute' ? [pixels(width), pixels(height)] : [0, 0];
    };
    const sizeOf = (node: Element): number => {
      const isBox = node.matches('[type=checkbox], [type=radio]');
      const label = isBox ? (node as HTMLInputElement).labels?.[0] : undefined;
      const sizes = [node, ...(label ? [label] : [])].map((each): [number, number] => {
        const { width, height } = each.getBoundingClientRect();
        return [width, height];
      });
      const all = [...sizes, around(node, '::before'), around(node, '::after')];
      return Math.min(...[0, 1].map((way) => Math.max(...all.map((size) => size[way] ?? 0))));
    };
    // The colors of a connection stand side by side; links in lines are apart from one another.
    const nodes = document.querySelectorAll(
      'a[href]:not(td > a, [data-state] a), button, input:not(.swatches > *), select, textarea, summary',
    );
    return [...nodes]
      .filter((node) => node.checkVisibility({ visibilityProperty: true }) && sizeOf(node) < wanted)
      .map(
        (node) => `${node.getAttribute('aria-label') ?? (node.textContent || node.id)}: ${sizeOf(node)} px`,
      );
  }, least);
}

/** Whether it is the popup of the toolbar's button: no driver resizes its window. */
const isPopup = (page: Page): boolean => page.url().endsWith('/popup.html');

/** Gives the page this width (pixels); in a popup, its body, of which the size of what overflows is known if it scrolls. */
async function resize(page: Page, width: number): Promise<void> {
  if (!isPopup(page)) return page.setViewport({ width, height: 640 });
  await page.evaluate((pixels) => {
    document.documentElement.style.overflow = 'auto';
    Object.assign(document.body.style, { inlineSize: `${pixels}px`, overflow: 'auto', position: 'relative' });
  }, width);
}

/** What overflows a page of this width (pixels): elements on either side, and rows of a fixed height below. */
export async function overflowing(page: Page, width: number): Promise<string[]> {
  await resize(page, width);
  return page.$eval(isPopup(page) ? 'body' : ':root', (root) => {
    const cut = [...document.querySelectorAll('.row')]
      .filter((row) => row.scrollHeight > row.clientHeight + 1)
      .map((row) => `row ${row.textContent}`);
    const { scrollWidth, clientWidth } = root;
    if (scrollWidth <= clientWidth) return cut;
    const edge = root.getBoundingClientRect();
    const parts = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < edge.left - 1 || right > edge.left + clientWidth + 1);
    });
    const named = parts.map(({ tagName, className, id }) => `${tagName} #${id} .${className}`);
    return [`${scrollWidth} px wide`, ...named, ...cut];
  });
}

/** The same at each of these widths (pixels), in both directions of writing. */
export async function overflowingEitherWay(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    for (const width of widths)
      found.push(...(await overflowing(page, width)).map((part) => `${width} px, ${direction}: ${part}`));
  }
  return found;
}
