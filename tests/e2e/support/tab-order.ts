import type { Page } from 'puppeteer-core';
import { begin, definitions, endWalk, type Stop, takeStops } from './focus-stops.ts';

/** More presses of Tab than any page of the extension needs. */
const farthest = 120;

/**
 * Presses Tab from the beginning of the page to its end, or backwards. Resolves with the problems in words: elements that
 * are missed, focused twice, or in another order than in the page; focus rings that are missing or hardly visible.
 * Chromium only, and after `moving`: with a smooth scroll, most elements are not yet in sight when they have the focus.
 */
export async function walk(page: Page, direction: 'forwards' | 'backwards' = 'forwards'): Promise<string[]> {
  const isForwards = direction === 'forwards';
  await page.evaluate(definitions);
  const names = await page.evaluate(begin, isForwards);
  if (names.length === 0) return ['there is nothing that Tab could reach'];
  const all: (Stop | null)[] = [];
  let stops: Stop[] | undefined;
  while (stops === undefined && all.length < farthest) {
    await pressTab(page, { isForwards, times: names.length + 1 });
    all.push(...(await page.evaluate(takeStops)));
    stops = onceAround(all);
  }
  await page.evaluate(endWalk);
  stops ??= all.filter((stop) => stop !== null);
  return [
    ...orderProblems(isForwards ? stops : stops.toReversed(), names),
    ...stops.flatMap(({ name, wrong }) => wrong.map((each) => `${name}: ${each}`)),
  ];
}

/** Waits for the last press only: a frame for each would take three times as much processor time. */
async function pressTab(page: Page, { isForwards, times }: { isForwards: boolean; times: number }) {
  const session = await page.createCDPSession();
  const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9, modifiers: isForwards ? 0 : 8 };
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
    // Backwards, the order starts over without a stop at the browser.
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
