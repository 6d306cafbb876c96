import type { Page } from 'puppeteer-core';

/** More presses of Tab than any page of the extension needs. */
const farthest = 120;

/** The element that a press of Tab focuses. */
interface Stop {
  /** Its index among all focusable elements; -1 for an element that should not be focusable. */
  at: number;
  name: string;
  /** In pixels of the page. */
  box: { left: number; right: number; top: number; bottom: number };
  /** The problems of its focus ring. */
  wrong: string[];
}

/**
 * Presses Tab from the beginning of the page to its end, or backwards. Resolves with the problems in words: elements that
 * are missed, focused twice, or in another order than in the page; focus rings that are missing or hardly visible.
 */
export async function walk(page: Page, direction: 'forwards' | 'backwards' = 'forwards'): Promise<string[]> {
  const isForwards = direction === 'forwards';
  for (const each of [contrastOf, backgroundsOf, cutOf, hiddenBy, ringOn, nameOf])
    await page.evaluate(`globalThis.${each.name} = ${each.toString()}`);
  const names = await page.evaluate(begin, isForwards);
  if (names.length === 0) return ['there is nothing that Tab could reach'];
  const stops: Stop[] = [];
  while (stops.length < farthest) {
    if (!isForwards) await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    if (!isForwards) await page.keyboard.up('Shift');
    const stop = await page.evaluate(look);
    const before = stops.at(-1);
    if (stop === null) break;
    // A date field has several stops.
    if (stop.at === before?.at) continue;
    // Backwards, the order starts over without a stop at the browser.
    if (stops.some(({ at }) => at === stop.at)) break;
    stops.push(stop);
  }
  return [
    ...orderProblems(isForwards ? stops : stops.toReversed(), names),
    ...stops.flatMap(({ name, wrong }) => wrong.map((each) => `${name}: ${each}`)),
  ];
}

/** The problems of the focus order. */
function orderProblems(stops: Stop[], names: string[]): string[] {
  const order = stops.map(({ name }) => name).join(' > ');
  const isWhole = stops.map(({ at }) => at).join() === names.map((_, at) => at).join();
  const jumps = stops.slice(1).filter(({ box }, index) => {
    const before = stops[index]?.box;
    return before && box.bottom <= before.top && box.left < before.right && before.left < box.right;
  });
  return [
    ...(isWhole ? [] : [`the order is ${order}; there are ${names.join(' > ')}`]),
    ...jumps.map(({ name }) => `${name}: is above the element before it`),
  ];
}

type Walked = typeof globalThis & { focusable: HTMLElement[] };

/** Runs in the page: finds all focusable elements, and moves the start before the first or after the last one. */
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

/** Runs in the page. */
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

/** Runs in the page: the first 40 characters of its name. */
function nameOf(node: Element): string {
  const label = 'labels' in node ? (node.labels as NodeListOf<HTMLElement> | null)?.[0] : null;
  return (node.getAttribute('aria-label') ?? (label ?? node).textContent.trim()).slice(0, 40);
}

/** Runs in the page: the contrast, as WCAG defines it, of a colour on a stack of backgrounds, the lowest first. */
function contrastOf(colour: string, backgrounds: string[]): number {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no canvas');
  const [behind = 0, ahead = 0] = [['white', ...backgrounds], [colour]].map((layers) => {
    for (const layer of layers) {
      context.fillStyle = layer;
      context.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((value) =>
      value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  return (Math.max(behind, ahead) + 0.05) / (Math.min(behind, ahead) + 0.05);
}

/** Runs in the page: the colours behind a ring with this offset from an element, the lowest first. */
function backgroundsOf(node: Element, offset: number): string[] {
  const colours: string[] = [];
  for (let each = offset < 0 ? node : node.parentElement; each; each = each.parentElement)
    colours.unshift(getComputedStyle(each).backgroundColor);
  return colours;
}

/** Runs in the page: the pixels by which ancestors clip what extends an element by `reach`. */
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

/** Runs in the page: the problems of the ring around the focused element. */
function ringOn(node: Element): string[] {
  const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(node);
  const [width, offset] = [parseFloat(outlineWidth), parseFloat(outlineOffset)];
  // The parts of a date field show the focus themselves.
  if (outlineStyle === 'none' || width < 2) return node.matches('[type=datetime-local]') ? [] : ['no ring'];
  const contrast = contrastOf(outlineColor, backgroundsOf(node, offset));
  const cut = cutOf(node, Math.max(0, width + offset));
  return [
    ...(contrast < 3 ? [`a ring of ${contrast.toFixed(1)} to 1`] : []),
    ...(cut > 1 ? [`a ring that is cut by ${cut.toFixed(0)} px`] : []),
  ];
}

/** Runs in the page: what covers the middle of an element. */
function hiddenBy(node: Element): string[] {
  const { left, top, width, height } = node.getBoundingClientRect();
  const upmost = document.elementFromPoint(left + width / 2, top + height / 2);
  if (upmost && (node.contains(upmost) || upmost.contains(node))) return [];
  return [`lies under ${upmost ? `${upmost.tagName} ${upmost.className}` : 'the edge of the window'}`];
}

/** The elements that move although the person prefers reduced motion. */
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

/** The controls that are lower or narrower than this number of pixels. The label and the pseudo-elements of a box count as well. */
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
