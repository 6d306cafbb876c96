import type { Browser, Extension, Page } from 'puppeteer-core';
import { poll } from '../../scripts/browsers/poll.ts';
import { type Figure, ratio } from './figures.ts';

/** Opens of each popup that count, after one of each that does not. */
const opens = 15;

interface Opened {
  /** Milliseconds from the toolbar click to the paint of its largest part, which is the last: all is there. */
  clickToWhole: number;
  /** Milliseconds in the popup alone. */
  paint: number;
}

const firstPaint = (popup: Page): Promise<number> =>
  poll('the popup to paint', async () => {
    const painted = await popup.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    return painted;
  });

/** The last time that something larger than all before was painted; a form painted after its frame would show here. */
const lastPaint = (popup: Page): Promise<number> =>
  popup.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) =>
          resolve(list.getEntries().at(-1)?.startTime ?? NaN),
        );
        observer.observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );

const addressOf = (extension: Extension): string => `chrome-extension://${extension.id}/popup.html`;

/** Clicks the extension's toolbar button for real: the popup, and when the click was (milliseconds since 1970). */
export const clickButton = async (
  page: Page,
  extension: Extension,
): Promise<{ popup: Page; clicked: number }> => {
  await page.bringToFront();
  const target = page.browser().waitForTarget((candidate) => candidate.url() === addressOf(extension));
  const clicked = Date.now();
  await page.triggerExtensionAction(extension);
  return { popup: await (await target).asPage(), clicked };
};

/** Closes a popup and waits until it is gone. */
export const closePopup = async (popup: Page, extension: Extension): Promise<void> => {
  const browser = popup.browser();
  const isThere = (): boolean => browser.targets().some((each) => each.url() === addressOf(extension));
  await popup.close();
  await poll('the popup to close', () => (isThere() ? undefined : true));
};

/** Opens the popup once and reads its own paint timing. */
const openOnce = async (
  page: Page,
  { extension, check }: { extension: Extension; check(popup: Page): Promise<void> },
): Promise<Opened> => {
  const { popup, clicked } = await clickButton(page, extension);
  const paint = await firstPaint(popup);
  const whole = await lastPaint(popup);
  const origin = await popup.evaluate(() => performance.timeOrigin);
  await check(popup);
  await closePopup(popup, extension);
  return { clickToWhole: origin + whole - clicked, paint };
};

const mustBeUsable = async (popup: Page): Promise<void> => {
  const usable = await popup.evaluate(() => {
    const link = document.querySelector<HTMLInputElement>('#link');
    const button = document.querySelector('button[type=submit]');
    return link?.value.startsWith('http') === true && button?.getAttribute('aria-disabled') === 'false';
  });
  if (!usable) throw new Error('The popup is painted, but cannot be used.');
};

/** Real clicks on both toolbar buttons, in turn. */
export const measurePopups = async (
  page: Page,
  { ours, blank }: { ours: Extension; blank: Extension },
): Promise<Figure[]> => {
  const nothing = (): Promise<void> => Promise.resolve();
  const openOurs = () => openOnce(page, { extension: ours, check: mustBeUsable });
  const openBlank = () => openOnce(page, { extension: blank, check: nothing });
  const rounds: { ours: Opened; blank: Opened }[] = [];
  for (let round = 0; round <= opens; round += 1) {
    // Each is first in every other round: what the one before left behind then falls on both.
    const oursFirst = round % 2 === 0 ? await openOurs() : null;
    const empty = await openBlank();
    rounds.push({ blank: empty, ours: oursFirst ?? (await openOurs()) });
  }
  const counted = rounds.slice(1);
  return [
    ratio('popup: first contentful paint / blank', {
      ours: counted.map((each) => each.ours.paint),
      other: counted.map((each) => each.blank.paint),
      most: 1.35,
    }),
    ratio('popup: click to usable / blank click to paint', {
      ours: counted.map((each) => each.ours.clickToWhole),
      other: counted.map((each) => each.blank.clickToWhole),
      most: 1.1,
    }),
  ];
};

/** The extension with this name, as soon as the browser lists it. */
export const extensionNamed = (browser: Browser, name: string): Promise<Extension> =>
  poll(`the browser to load ${name}`, async () =>
    [...(await browser.extensions()).values()].find((extension) => extension.name === name),
  );
