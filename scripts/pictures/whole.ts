import type { Page } from 'puppeteer-core';

/** Milliseconds after which a screen is not expected to become whole. */
const longest = 15_000;

/** The pictures that are taken of a screen which changes all the time, such as a player that plays. */
const mostPictures = 5;

/** In the page: the part of the screen that is not there yet; undefined when it is whole. */
export function missingPart(): string | undefined {
  const find = (selector: string): Element | null => document.querySelector(selector);
  if (document.fonts.status !== 'loaded') return 'the fonts';
  if ([...document.querySelectorAll('img')].some(({ complete }) => !complete)) return 'an image';
  const isMoving = document
    .getAnimations()
    .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().iterations === 1);
  if (isMoving) return 'the end of an animation';

  if (location.pathname === '/popup.html') {
    // Before a service is connected, there is none.
    if (!find('main.empty, footer')) return 'the footer';
    const created = document.querySelector<HTMLInputElement>('#short-link')?.value;
    if (created !== undefined && !find(`footer a[href="${created}"]`))
      return 'the new link among the recent ones';
  }
  if (find('#about') && !find('#about [role=group] .setting')) return 'the permissions';
  if (find('#diagnostics [data-state=waiting]')) return 'a check';
  return undefined;
}

/** Waits until everything that belongs to a screen is on it, and is drawn. Rejects with the part that is missing after 15 s. */
export async function untilWhole(page: Page): Promise<void> {
  const isWhole = `(${missingPart.toString()})() === undefined`;
  try {
    await page.waitForFunction(isWhole, { timeout: longest, polling: 50 });
  } catch (error) {
    const missing = await page.evaluate(missingPart);
    throw new Error(`The picture is not whole: ${missing ?? 'it was just now'}`, { cause: error });
  }
}

/** Takes a picture until it is the same twice: a browser may answer before it has drawn all parts of a page. */
export async function steadyPicture(take: () => Promise<string>): Promise<string> {
  let picture = await take();
  for (let taken = 1; taken < mostPictures; taken += 1) {
    const before = picture;
    picture = await take();
    if (picture === before) break;
  }
  return picture;
}
