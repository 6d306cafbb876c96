import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { choose, press, valueOf } from '../browsers/controls.ts';
import { openPopup } from '../browsers/extension.ts';
import { poll } from '../browsers/poll.ts';
import { textsOf } from '../browsers/texts.ts';
import { tick } from './tick.ts';

interface Stage {
  browser: Browser;
  /** The page in front, to make a short link of. */
  page: Page;
  /** Where the pictures go. */
  folder: string;
}

/** The main job as a person does it, from the click on the toolbar button to the arrival through the short link. */
export async function doMainJob({ browser, page, folder }: Stage): Promise<void> {
  const address = page.url();
  const title = await page.title();
  const popup = await tick(
    'Clicked the toolbar button on a page',
    () => openPopup(browser, page),
    () => address,
  );
  const text = await textsOf(popup);
  await tick('The popup holds its address', async () => {
    const link = await valueOf(popup, text('linkLabel'));
    if (link !== address) throw new Error(`The popup's Link holds "${link}" instead of ${address}`);
  });
  await tick(
    'Chose the end date',
    () => choose(popup, text('validityLabel'), text('validity_week')),
    () => text('validity_week'),
  );
  await popup.screenshot({ path: join(folder, 'popup.png') });
  const short = await tick(
    'Shortened it',
    async () => shorten(popup),
    (link) => link,
  );
  await popup.screenshot({ path: join(folder, 'result.png') });
  await tick('Opened the short link in a new tab and arrived', () =>
    follow(browser, { short, address, title }),
  );
}

async function shorten(popup: Page): Promise<string> {
  await press(popup, (await textsOf(popup))('shorten'));
  const short = await poll('a short link', () => popup.evaluate(readOutcome), 25_000);
  if (!/^http:\/\/127\.0\.0\.1:\d+\/[A-Za-z0-9_-]{1,64}$/.test(short)) {
    throw new Error(`The popup gave no short link of the embedded service: ${short}`);
  }
  return short;
}

/** The short link, or what the alert says instead; runs in the popup. */
function readOutcome(): string | undefined {
  const field = document.querySelector<HTMLInputElement>('#short-link');
  return field?.value ?? (document.querySelector('[role="alert"]')?.textContent.trim() || undefined);
}

async function follow(
  browser: Browser,
  { short, address, title }: { short: string; address: string; title: string },
): Promise<void> {
  const tab = await browser.newPage();
  await tab.goto(short);
  if (tab.url() !== address) throw new Error(`${short} led to ${tab.url()} instead of ${address}`);
  if ((await tab.title()) !== title) throw new Error(`${address} is another page now`);
}
