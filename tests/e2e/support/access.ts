import type { Page } from 'puppeteer-core';

/** More presses of Tab than any of our pages takes. */
const farthest = 120;

/** What a press of Tab leads to. */
interface Stop {
  /** Its place among all that can have the focus, from 0; -1 for what should not have it. */
  at: number;
  name: string;
  /** In pixels of the page. */
  box: { left: number; right: number; top: number; bottom: number };
  /** What is wrong with how the focus is shown there. */
  wrong: string[];
}

/**
 * Walks by Tab from the page's beginning to its end, or backwards, and gives in words what is wrong with that: what is not
 * reached, or twice, or in another order than it stands in the page; what shows no ring, or one that is hardly seen.
 */
export async function walk(page: Page, direction: 'forwards' | 'backwards' = 'forwards'): Promise<string[]> {
  const isForwards = direction === 'forwards';
  for (const each of [contrastOf, backgroundOf, cutOf, hiddenBy, ringOn, nameOf])
    await page.evaluate(`globalThis.${each.name} = ${each.toString()}`);
  const names = await page.evaluate(begin, isForwards);
  const stops: Stop[] = [];
  while (stops.length < farthest) {
    if (!isForwards) await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    if (!isForwards) await page.keyboard.up('Shift');
    const stop = await page.evaluate(look);
    const before = stops.at(-1);
    if (stop === null) break;
    // A field for a date has stops of its own.
    if (stop.at === before?.at) continue;
    // Backwards the way begins anew without a stop between.
    if (stops.some(({ at }) => at === stop.at)) break;
    stops.push(stop);
  }
  return [
    ...strayed(isForwards ? stops : stops.toReversed(), names),
    ...stops.flatMap(({ name, wrong }) => wrong.map((each) => `${name}: ${each}`)),
  ];
}

/** What is wrong with the way itself. */
function strayed(stops: Stop[], names: string[]): string[] {
  const way = stops.map(({ name }) => name).join(' > ');
  const isWhole = stops.map(({ at }) => at).join() === names.map((_, at) => at).join();
  const jumps = stops.slice(1).filter(({ box }, index) => {
    const before = stops[index]?.box;
    return before && box.bottom <= before.top && box.left < before.right && before.left < box.right;
  });
  return [
    ...(isWhole ? [] : [`the way is ${way}; there are ${names.join(' > ')}`]),
    ...jumps.map(({ name }) => `${name}: stands above what comes before it`),
  ];
}

type Walked = typeof globalThis & { focusable: HTMLElement[] };

/** In the page: finds all that can have the focus, and puts the beginning of the way before it, or behind. */
function begin(isForwards: boolean): string[] {
  const mark = document.createElement('span');
  mark.tabIndex = -1;
  document.body[isForwards ? 'prepend' : 'append'](mark);
  mark.focus();
  mark.remove();
  const selector = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const focusable = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (node) =>
      node.checkVisibility({ visibilityProperty: true }) && !node.matches('[type=radio]:not(:checked)'),
  );
  Object.assign(globalThis, { focusable });
  return focusable.map(nameOf);
}

/** In the page. */
function look(): Stop | null {
  const node = document.activeElement;
  if (node === null || node === document.body || node === document.documentElement) return null;
  const { left, right, top, bottom } = node.getBoundingClientRect();
  return {
    at: (globalThis as Walked).focusable.findIndex((each) => each === node),
    name: nameOf(node),
    box: { left, right, top: top + scrollY, bottom: bottom + scrollY },
    wrong: [...ringOn(node), ...hiddenBy(node)],
  };
}

/** In the page: so much of its name that one can tell it from others. */
function nameOf(node: Element): string {
  const label = 'labels' in node ? (node.labels as NodeListOf<HTMLElement> | null)?.[0] : null;
  return (node.getAttribute('aria-label') ?? (label ?? node).textContent.trim()).slice(0, 40);
}

/** In the page: of two colours, as WCAG has it. */
function contrastOf(...colours: [string, string]): number {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) throw new Error('There is no canvas');
  const [one = 0, other = 0] = colours.map((colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((value) =>
      value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** In the page: the colour behind a ring that begins so far outside of an element. */
function backgroundOf(node: Element, offset: number): string {
  for (let each = offset < 0 ? node : node.parentElement; each; each = each.parentElement) {
    const { backgroundColor } = getComputedStyle(each);
    if (!backgroundColor.endsWith(', 0)')) return backgroundColor;
  }
  return 'white';
}

/** In the page: by how many pixels what is around an element cuts what reaches so far beyond it. */
function cutOf(node: Element, reach: number): number {
  const box = node.getBoundingClientRect();
  let cut = 0;
  for (let each = node.parentElement; each && each !== document.body; each = each.parentElement) {
    if (getComputedStyle(each).overflow === 'visible') continue;
    const around = each.getBoundingClientRect();
    const [inline, block] = [
      Math.max(around.left - box.left, box.right - around.right),
      Math.max(around.top - box.top, box.bottom - around.bottom),
    ];
    cut = Math.max(cut, inline + reach, block + reach);
  }
  return cut;
}

/** In the page: what is wrong with the ring around what has the focus. */
function ringOn(node: Element): string[] {
  const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(node);
  const [width, offset] = [parseFloat(outlineWidth), parseFloat(outlineOffset)];
  // The parts of a field for a date show the focus by themselves.
  if (outlineStyle === 'none' || width < 2) return node.matches('[type=datetime-local]') ? [] : ['no ring'];
  const contrast = contrastOf(outlineColor, backgroundOf(node, offset));
  const cut = cutOf(node, Math.max(0, width + offset));
  return [
    ...(contrast < 3 ? [`a ring of ${contrast.toFixed(1)} to 1`] : []),
    ...(cut > 1 ? [`a ring that is cut by ${cut.toFixed(0)} px`] : []),
  ];
}

/** In the page: what lies over the middle of an element. */
function hiddenBy(node: Element): string[] {
  const { left, top, width, height } = node.getBoundingClientRect();
  const upmost = document.elementFromPoint(left + width / 2, top + height / 2);
  if (upmost && (node.contains(upmost) || upmost.contains(node))) return [];
  return [`lies under ${upmost ? `${upmost.tagName} ${upmost.className}` : 'the edge of the window'}`];
}

/** What moves, or would, for somebody who wants nothing to. */
export async function moving(page: Page): Promise<string[]> {
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

/** What can be pressed and is lower or narrower than that many pixels. A box is hit by its label, and by what it lays around itself, too. */
export function small(page: Page, least: number): Promise<string[]> {
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
    const nodes = document.querySelectorAll('a[href], button, input, select, textarea, summary');
    return [...nodes]
      .filter((node) => node.checkVisibility({ visibilityProperty: true }) && sizeOf(node) < wanted)
      .map(
        (node) => `${node.getAttribute('aria-label') ?? (node.textContent || node.id)}: ${sizeOf(node)} px`,
      );
  }, least);
}
