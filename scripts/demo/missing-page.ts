import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { press } from '../browsers/controls.ts';
import { poll } from '../browsers/poll.ts';
import type { Texts } from '../browsers/texts.ts';
import { tick } from './tick.ts';

interface Stage {
  browser: Browser;
  /** A short link that ends in a moment. */
  link: string;
  /** Where the pictures go. */
  folder: string;
  /** The texts in the extension's language. */
  text: Texts;
}

/** Seconds for which the music must have sounded. */
const enough = 1;

/** A page that is missing, as a person meets it: an ended short link, the pill, Play, and the music goes on. */
export async function meetMissingPage({ browser, link, folder, text }: Stage): Promise<void> {
  const page = await browser.newPage();
  await tick(
    'Followed a short link that has ended',
    () => poll('the link to end', () => isMissing(page, link)),
    () => link,
  );
  await tick('A pill with music is there', () =>
    page.locator(`aria/${text('playerPlay')}[role="button"]`).wait(),
  );
  await page.screenshot({ path: join(folder, 'pill.png') });
  await press(page, text('playerPlay'));
  await tick(
    'Pressed Play, and the music plays',
    () => poll(`${enough} s of music`, () => playedFor(browser), 10_000),
    (seconds) => `${seconds.toFixed(1)} s so far`,
  );
  await press(page, text('playerOpen'));
  await page.locator(`aria/${text('playerTracks')}[role="button"]`).wait();
  await page.screenshot({ path: join(folder, 'player.png') });
  await tick('Left the page, and the music ended', async () => {
    await page.goto('about:blank');
    await poll('silence', async () => ((await playingTime(browser)) === null ? true : undefined), 1_500);
  });
}

async function isMissing(page: Page, link: string): Promise<true | undefined> {
  // An unended one leads elsewhere.
  const answer = await page.goto(link);
  return answer?.status() === 404 ? true : undefined;
}

async function playedFor(browser: Browser): Promise<number | undefined> {
  const seconds = await playingTime(browser);
  return seconds !== null && seconds >= enough ? seconds : undefined;
}

/** Seconds into the track, of the one audio element in the extension's offscreen document; null while nothing plays. */
async function playingTime(browser: Browser): Promise<number | null> {
  const sound = browser.targets().find((target) => target.url().endsWith('/offscreen.html'));
  const page = await sound?.asPage();
  const time = await page?.evaluate(() => {
    const audio = document.querySelector('audio');
    return audio && !audio.paused ? audio.currentTime : null;
  });
  return time ?? null;
}
