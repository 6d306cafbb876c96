import type { Browser, Page, Target } from 'puppeteer-core';
import type { Control } from './control.ts';

/** An audio element of the one engine, as it really is. */
export interface Sound {
  src: string;
  /** Seconds. */
  time: number;
  paused: boolean;
  volume: number;
  muted: boolean;
}

const read = `[...document.querySelectorAll('audio')].map(({ currentSrc, src, currentTime, paused, volume, muted }) =>
  ({ src: currentSrc || src, time: currentTime, paused, volume, muted }))`;

const isOffscreen = (target: Target): boolean => target.url().endsWith('/offscreen.html');

/** The offscreen document, or undefined while there is none. */
const offscreenOf = async (browser: Browser): Promise<Page | undefined> =>
  browser.targets().find(isOffscreen)?.asPage();

/** What the engine does in Chromium's offscreen document; empty while there is none. */
export async function soundsInChromium(browser: Browser): Promise<Sound[]> {
  try {
    return ((await (await offscreenOf(browser))?.evaluate(read)) ?? []) as Sound[];
  } catch {
    // It closed while it was asked.
    return [];
  }
}

/** Nobody can say of a Blob where it was fetched: it is the last track that arrived. */
const lastFetched = `performance.getEntriesByType('resource')
  .findLast(({ initiatorType, name }) => initiatorType === 'fetch' && name.endsWith('.mp3'))?.name`;

/** What the engine does in Firefox's background page; asking wakes it. */
export const soundsInFirefox = (control: Control): Promise<Sound[]> =>
  control.ask(`browser.runtime.getBackgroundPage().then(({ document, performance }) =>
    ${read}.map((sound) => ({ ...sound, src: sound.src.startsWith('blob:') ? ${lastFetched} : sound.src })))`);

/** What the system is told that plays (null: nothing). Chromium only. */
export const toldToSystem = async (
  browser: Browser,
): Promise<{ title: string | null; state: string } | undefined> =>
  (await offscreenOf(browser))?.evaluate(() => ({
    title: navigator.mediaSession.metadata?.title ?? null,
    state: navigator.mediaSession.playbackState,
  }));

/** Jumps there in what plays, in seconds, behind the engine's back. Chromium only. */
export async function jump(browser: Browser, seconds: number): Promise<void> {
  await (
    await offscreenOf(browser)
  )?.evaluate((to) => {
    for (const audio of document.querySelectorAll('audio')) audio.currentTime = to;
  }, seconds);
}
