import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { choose, press, valueOf } from '../browsers/controls.ts';
import { openPopup } from '../browsers/extension.ts';
import { poll } from '../browsers/poll.ts';
import { textsOf } from '../browsers/texts.ts';
import { reportStep } from '../say.ts';

interface Demo {
  browser: Browser;
  /** The active tab, whose page is shortened. */
  page: Page;
  /** Folder for the screenshots. */
  folder: string;
}

/** Milliseconds until the popup has to show a short link. */
const shortenTimeout = 25_000;

/** Creates a short link in the popup as a person does, and opens it in a new tab. */
export async function shortenAndFollow({ browser, page, folder }: Demo): Promise<void> {
  const address = page.url();
  const title = await page.title();

  const popup = await reportStep('Clicked the toolbar button on a page', () => openPopup(browser, page), {
    detail: () => address,
  });
  const text = await textsOf(popup);

  await reportStep('The popup has the address of the page', async () => {
    const link = await valueOf(popup, text('linkLabel'));
    if (link !== address) throw new Error(`The popup's Link is "${link}" instead of ${address}`);
  });

  const validity = text('validity_week');
  await reportStep('Chose the validity', () => choose(popup, text('validityLabel'), validity), {
    detail: () => validity,
  });
  await popup.screenshot({ path: join(folder, 'popup.png') });

  const shortLink = await reportStep('Shortened it', () => shorten(popup), { detail: (link) => link });
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
