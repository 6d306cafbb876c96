import type { Browser } from 'puppeteer-core';

/** Playback position in seconds of the audio element in the extension's offscreen document; null if nothing plays. */
export async function playbackTime(browser: Browser): Promise<number | null> {
  const target = browser.targets().find((each) => each.url().endsWith('/offscreen.html'));
  const page = await target?.asPage();
  const time = await page?.evaluate(() => {
    const audio = document.querySelector('audio');
    return audio && !audio.paused ? audio.currentTime : null;
  });
  return time ?? null;
}
