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
  /** What had the focus at each press of a key. */
  focused: (Stop | null)[];
  walking: AbortController;
};

/** Runs in the page: finds all focusable elements, moves the start before them, and records what each press of a key focuses. */
function begin(): string[] {
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
  const walking = new AbortController();
  const focused: (Stop | null)[] = [];
  let isFirst = true;
  const record = () => {
    if (!isFirst) focused.push(look());
    isFirst = false;
  };
  addEventListener('keydown', record, { capture: true, signal: walking.signal });
  Object.assign(globalThis, { focusable, focused, walking });
  return focusable.map(nameOf);
}

/** Runs in the page: the recorded stops since the last call, and the current one. */
function takeStops(): (Stop | null)[] {
  return [...(globalThis as Walked).focused.splice(0), look()];
}

/** Runs in the page. */
function endWalk(): void {
  (globalThis as Walked).walking.abort();
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

/** Defines in the page what `begin` and `takeStops` use. */
export const definitions = [contrastOf, backgroundsOf, cutOf, hiddenBy, ringOn, nameOf, look]
  .map((each) => `globalThis.${each.name} = ${each.toString()};`)
  .join('\n');

/** More presses of Tab than any page of the extension needs. */
const farthest = 120;

/**
 * Presses Tab from the beginning of the page to its end. Resolves with the problems in words: elements that are missed,
 * focused twice, or in another order than in the page; focus rings that are missing or hardly visible. Chromium only, and
 * after `moving`: with a smooth scroll, most elements are not yet in sight when they have the focus.
 */
export async function walk(page: Page): Promise<string[]> {
  await page.evaluate(definitions);
  const names = await page.evaluate(begin);
  if (names.length === 0) return ['there is nothing that Tab could reach'];
  const all: (Stop | null)[] = [];
  let stops: Stop[] | undefined;
  while (stops === undefined && all.length < farthest) {
    await pressTab(page, names.length + 1);
    all.push(...(await page.evaluate(takeStops)));
    stops = onceAround(all);
  }
  await page.evaluate(endWalk);
  stops ??= all.filter((stop) => stop !== null);
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

/** The stops until the focus has left the page or comes to an element once more; undefined if it has not yet. */
function onceAround(all: (Stop | null)[]): Stop[] | undefined {
  const stops: Stop[] = [];
  for (const stop of all) {
    if (stop === null) return stops;
    // A date field has several stops.
    if (stop.at === stops.at(-1)?.at) continue;
    if (stops.some(({ at }) => at === stop.at)) return stops;
    stops.push(stop);
  }
  return undefined;
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
