import type { Page } from 'puppeteer-core';

/*
 * Functions that run in a page are given to it as their source: they use each other by name, and nothing from another file.
 */

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

type Walked = typeof globalThis & {
  focusable: HTMLElement[];
  /** What had the focus after each press of a key. */
  focused: (Stop | null)[];
};

/**
 * Runs in the page: finds all focusable elements, moves the start before them, and records what each press of a key focuses.
 * Returns their names, and the number of presses of Tab that leads through all of them.
 */
function begin(): { names: string[]; presses: number } {
  const mark = document.createElement('span');
  mark.tabIndex = -1;
  document.body.prepend(mark);
  mark.focus();
  mark.remove();
  const selector = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const focusable = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (node) =>
      node.tabIndex === 0 &&
      node.checkVisibility({ visibilityProperty: true }) &&
      !node.matches('[type=radio]:not(:checked)'),
  );
  const focused: (Stop | null)[] = [];
  addEventListener('keyup', () => focused.push(focusedStop()), true);
  Object.assign(globalThis, { focusable, focused });
  // Each part of a date field is a stop.
  const dates = focusable.filter((node) => node.matches('[type=datetime-local]')).length;
  return { names: focusable.map(nameOf), presses: focusable.length + 8 * dates };
}

/** Runs in the page: what has the focus. */
function focusedStop(): Stop | null {
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

/** Runs in the page: the contrast, as WCAG defines it, of a color on a stack of backgrounds, the lowest first. */
function contrastOf(color: string, backgrounds: string[]): number {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no canvas');
  const [behind = 0, ahead = 0] = [['white', ...backgrounds], [color]].map((layers) => {
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

/** Runs in the page: the colors behind a ring with this offset from an element, the lowest first. */
function backgroundsOf(node: Element, offset: number): string[] {
  const colors: string[] = [];
  for (let each = offset < 0 ? node : node.parentElement; each; each = each.parentElement)
    colors.unshift(getComputedStyle(each).backgroundColor);
  return colors;
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
function ringOn(focused: Element): string[] {
  // The ring of a field with a prefix is around the prefix, too, and that of the list around its card.
  const node = (focused.matches('.affix > input, #list') && focused.parentElement) || focused;
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
  const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
  if (topmost && (node.contains(topmost) || topmost.contains(node))) return [];
  return [`lies under ${topmost ? `${topmost.tagName} ${topmost.className}` : 'the edge of the window'}`];
}

/** Defines the functions above in the page. */
export const definitions = [contrastOf, backgroundsOf, cutOf, hiddenBy, ringOn, nameOf, focusedStop]
  .map((each) => `globalThis.${each.name} = ${each.toString()};`)
  .join('\n');

/**
 * Presses Tab from the beginning of the page to its end. Resolves with the problems in words: elements that are missed,
 * focused twice, or in another order than in the page; focus rings that are missing or hardly visible. Chromium only, and
 * after `movingElements`: with a smooth scroll, most elements are not yet in sight when they have the focus.
 */
export async function tabOrderProblems(page: Page): Promise<string[]> {
  await page.evaluate(definitions);
  const { names, presses } = await page.evaluate(begin);
  if (names.length === 0) return ['there is nothing that Tab could reach'];
  await pressTab(page, presses);
  const stops = onceAround(await page.evaluate(() => (globalThis as Walked).focused));
  return [
    ...orderProblems(stops, names),
    ...stops.flatMap(({ name, wrong }) => wrong.map((each) => `${name}: ${each}`)),
  ];
}

/** Waits for the last press only: a frame for each would take three times as much processor time. */
async function pressTab(page: Page, times: number): Promise<void> {
  const session = await page.createCDPSession();
  const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  const presses = Array.from({ length: times }, () => [
    session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
  ]);
  await Promise.all(presses.flat());
  await session.detach();
}

/**
 * The stops until the focus leaves the page, or is on the first element again: while the browser still hands it on, the next
 * press brings it there. The parts of a date field are one.
 */
function onceAround(all: (Stop | null)[]): Stop[] {
  const end = all.indexOf(null);
  const stops = all.slice(0, end === -1 ? all.length : end).filter((stop) => stop !== null);
  const distinct = stops.filter(({ at }, index) => at !== stops[index - 1]?.at);
  const again = distinct.findIndex(({ at }, index) => index > 0 && at === distinct[0]?.at);
  return again === -1 ? distinct : distinct.slice(0, again);
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
