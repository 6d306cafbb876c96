import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { randomBase62 } from '../../server/store/identifiers.ts';
import { defaultIdLength } from '../../server/config/configuration.ts';
import type { Service } from '../../server/service.ts';
import { choose, press, valueOf } from '../../tests/support/browsers/controls.ts';
import { openPopup } from '../../tests/support/browsers/extension.ts';
import { poll } from '../../tests/support/browsers/poll.ts';
import { type Texts, textsOf } from '../../tests/support/browsers/texts.ts';
import { reportStep } from '../programs.ts';

interface Demo {
  browser: Browser;
  /** Folder for the screenshots. */
  folder: string;
}

/** Milliseconds until the popup has to show a short link. */
const shortenTimeout = 25_000;

/** Creates a short link for the page of the active tab in the popup as a person does, and opens it in a new tab. */
export async function shortenAndFollow(page: Page, { browser, folder }: Demo): Promise<void> {
  const address = page.url();
  const title = await page.title();

  const popup = await reportStep(
    'Clicked the toolbar button on a page',
    () => openPopup(browser, page),
    () => address,
  );
  const text = await textsOf(popup);

  await reportStep('The popup has the address of the page', async () => {
    const link = await valueOf(popup, text('linkLabel'));
    if (link !== address) throw new Error(`The popup's Link is "${link}" instead of ${address}`);
  });

  const validity = text('validity_week');
  await reportStep(
    'Chose the validity',
    () => choose(popup, text('validityLabel'), validity),
    () => validity,
  );
  await popup.screenshot({ path: join(folder, 'popup.png') });

  const shortLink = await reportStep(
    'Shortened it',
    () => shorten(popup),
    (link) => link,
  );
  await popup.screenshot({ path: join(folder, 'result.png') });

  await reportStep('Opened the short link in a new tab and arrived', () =>
    follow(browser, { shortLink, address, title }),
  );
}

async function shorten(popup: Page): Promise<string> {
  const text = await textsOf(popup);
  await press(popup, text('shorten'));

  const outcome = await poll('a short link', () => popup.evaluate(readOutcome), shortenTimeout);
  if (!/^http:\/\/127\.0\.0\.1:\d+\/[A-Za-z0-9_-]{1,64}$/.test(outcome)) {
    throw new Error(`The popup shows no short link of the embedded service: ${outcome}`);
  }
  return outcome;
}

/** The short link, or the text of the alert; runs in the popup. */
function readOutcome(): string | undefined {
  const field = document.querySelector<HTMLInputElement>('#short-link');
  return field?.value ?? (document.querySelector('[role="alert"]')?.textContent.trim() || undefined);
}

async function follow(
  browser: Browser,
  { shortLink, address, title }: { shortLink: string; address: string; title: string },
): Promise<void> {
  const tab = await browser.newPage();
  await tab.goto(shortLink);
  if (tab.url() !== address) throw new Error(`${shortLink} led to ${tab.url()} instead of ${address}`);
  if ((await tab.title()) !== title) throw new Error(`The page at ${address} has another title`);
}

/** Seconds until a short-lived link expires. */
const linkLifetime = 2;

/** Seconds of music that have to play. */
const minimumPlayed = 1;

/** Waits until a short link has expired, opens its address with one more letter, and plays music on this missing page. */
export async function playOnMissingPage(
  link: string,
  { browser, folder, text }: Demo & { text: Texts },
): Promise<void> {
  const page = await browser.newPage();

  await reportStep(
    'Followed a short link that has expired',
    () => poll('the link to expire', () => hasExpired(page, link)),
    () => link,
  );
  await page.goto(`${link}x`);
  await reportStep('On a missing page, a pill offers music', () =>
    page.locator(`aria/${text('playerPlay')}[role="button"]`).wait(),
  );
  await page.screenshot({ path: join(folder, 'pill.png') });

  await press(page, text('playerPlay'));
  await reportStep(
    'Pressed Play, and the music plays',
    () => poll(`${minimumPlayed} s of music`, () => secondsPlayed(browser), 10_000),
    (seconds) => `${seconds.toFixed(1)} s so far`,
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
  const id = randomBase62(defaultIdLength);
  const now = Math.floor(Date.now() / 1000);

  await store.addLink({ id, link: `${origin}/`, expiresAt: now + linkLifetime, secretId }, now);
  return `${origin}/${id}`;
}

/** True if the link has expired; before, it redirects to the front page, which is HTTP 200. */
async function hasExpired(page: Page, link: string): Promise<true | undefined> {
  const response = await page.goto(link);
  return response?.status() === 410 ? true : undefined;
}

async function secondsPlayed(browser: Browser): Promise<number | undefined> {
  const seconds = await playbackTime(browser);
  return seconds !== null && seconds >= minimumPlayed ? seconds : undefined;
}

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
