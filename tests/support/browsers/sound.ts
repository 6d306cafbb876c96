import type { Browser, Page, Target } from 'puppeteer-core';
import type { Control } from './control.ts';

/** The state of an audio element of the audio player. */
export interface Sound {
  src: string;
  /** Seconds. */
  time: number;
  paused: boolean;
  muted: boolean;
}

const read = `[...document.querySelectorAll('audio')].map(({ currentSrc, src, currentTime, paused, muted }) =>
  ({ src: currentSrc || src, time: currentTime, paused, muted }))`;

const isOffscreen = (target: Target): boolean => target.url().endsWith('/offscreen.html');

/** The offscreen document, or undefined while there is none. */
const offscreenOf = async (browser: Browser): Promise<Page | undefined> =>
  browser.targets().find(isOffscreen)?.asPage();

/** The audio elements of Chromium's offscreen document; empty while there is none. */
export async function soundsInChromium(browser: Browser): Promise<Sound[]> {
  try {
    return ((await (await offscreenOf(browser))?.evaluate(read)) ?? []) as Sound[];
  } catch {
    // It was closed during the call.
    return [];
  }
}

/** Waits until an audio element plays. Chromium only. */
export async function untilPlaying(browser: Browser): Promise<void> {
  const page = await (await browser.waitForTarget(isOffscreen)).asPage();
  // The document is never drawn, so it has no animation frames to check in.
  const isPlaying = () => [...document.querySelectorAll('audio')].some(({ paused }) => !paused);
  await page.waitForFunction(isPlaying, { polling: 50 });
}

/** The address of the last track that was fetched, since a Blob does not name its source. */
const lastFetched = `performance.getEntriesByType('resource')
  .findLast(({ initiatorType, name }) => initiatorType === 'fetch' && name.endsWith('.mp3'))?.name`;

/** The audio elements of Firefox's background page, which this call wakes. */
export const soundsInFirefox = (control: Control): Promise<Sound[]> =>
  control.ask(`browser.runtime.getBackgroundPage().then(({ document, performance }) =>
    ${read}.map((sound) => ({ ...sound, src: sound.src.startsWith('blob:') ? ${lastFetched} : sound.src })))`);

/** The media session: its title (null: none) and its state. Chromium only. */
export const shownToSystem = async (
  browser: Browser,
): Promise<{ title: string | null; state: string } | undefined> =>
  (await offscreenOf(browser))?.evaluate(() => ({
    title: navigator.mediaSession.metadata?.title ?? null,
    state: navigator.mediaSession.playbackState,
  }));

/** Sets the position of the audio elements, in seconds, without the audio player. Chromium only. */
export async function jump(browser: Browser, seconds: number): Promise<void> {
  await (
    await offscreenOf(browser)
  )?.evaluate((to) => {
    for (const audio of document.querySelectorAll('audio')) audio.currentTime = to;
  }, seconds);
}

/** Records events of the audio elements that interrupt a track; returns a function that reads them. Chromium only. */
export async function recordInterruptions(browser: Browser): Promise<() => Promise<string[]>> {
  const page = await offscreenOf(browser);
  const events = await page?.evaluateHandle(() => {
    const recorded: string[] = [];
    for (const audio of document.querySelectorAll('audio'))
      for (const type of ['pause', 'emptied', 'seeking', 'ended'])
        audio.addEventListener(type, () => recorded.push(type));
    return recorded;
  });
  if (!events) throw new Error('There is no offscreen document');
  return () => events.jsonValue();
}
