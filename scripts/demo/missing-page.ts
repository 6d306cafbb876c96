import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { randomBase62 } from '../../server/base62.ts';
import { idLength } from '../../server/links.ts';
import type { Service } from '../../server/service.ts';
import { press } from '../browsers/controls.ts';
import { poll } from '../browsers/poll.ts';
import type { Texts } from '../browsers/texts.ts';
import { reportStep } from '../say.ts';
import { playbackTime } from './playing.ts';

interface Demo {
  browser: Browser;
  /** A short link that expires in a moment. */
  link: string;
  /** Folder for the screenshots. */
  folder: string;
  /** The texts in the extension's language. */
  text: Texts;
}

/** Seconds until a short-lived link expires. */
const linkLifetime = 2;

/** Seconds of music that have to play. */
const minimumPlayed = 1;

/** Opens an expired short link, and plays music on the missing page as a person does. */
export async function playOnMissingPage({ browser, link, folder, text }: Demo): Promise<void> {
  const page = await browser.newPage();

  await reportStep(
    'Followed a short link that has expired',
    () => poll('the link to expire', () => isMissing(page, link)),
    { detail: () => link },
  );
  await reportStep('A pill offers music', () =>
    page.locator(`aria/${text('playerPlay')}[role="button"]`).wait(),
  );
  await page.screenshot({ path: join(folder, 'pill.png') });

  await press(page, text('playerPlay'));
  await reportStep(
    'Pressed Play, and the music plays',
    () => poll(`${minimumPlayed} s of music`, () => secondsPlayed(browser), 10_000),
    { detail: (seconds) => `${seconds.toFixed(1)} s so far` },
  );

  await press(page, text('playerOpen'));
  await page.locator(`aria/${text('playerTracks')}[role="button"]`).wait();
  await page.screenshot({ path: join(folder, 'player.png') });

  await reportStep('Left the page, and the music stopped', async () => {
    await page.goto('about:blank');
    await poll('silence', async () => ((await playbackTime(browser)) === null ? true : undefined), 1_500);
  });
}

/** Stores a short link that expires in `linkLifetime`, and returns its address. */
export async function storeShortLivedLink({ store, origin, createApplication }: Service): Promise<string> {
  const { secretId } = await createApplication();
  const id = randomBase62(idLength);
  const now = Math.floor(Date.now() / 1000);

  await store.addLink({ id, link: `${origin}/`, expiresAt: now + linkLifetime, secretId }, now);
  return `${origin}/${id}`;
}

/** True if the link is missing; a link that has not expired redirects to the front page, which is HTTP 200. */
async function isMissing(page: Page, link: string): Promise<true | undefined> {
  const response = await page.goto(link);
  return response?.status() === 404 ? true : undefined;
}

async function secondsPlayed(browser: Browser): Promise<number | undefined> {
  const seconds = await playbackTime(browser);
  return seconds !== null && seconds >= minimumPlayed ? seconds : undefined;
}
