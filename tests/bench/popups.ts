import type { Browser, Extension, Page } from 'puppeteer-core';
import { poll } from '../support/browsers/poll.ts';
import { type Figure, inTurn, median, ratio } from './figures.ts';

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

/**
 * The last time that something larger than all before was painted; a form painted after its frame would show here. What
 * stands below it, in the footer, nobody waits for.
 */
const lastPaint = (popup: Page): Promise<number> =>
  popup.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const isAwaited = (entry: PerformanceEntry): boolean =>
          !(entry as PerformanceEntry & { element?: Element | null }).element?.closest('footer');
        const observer = new PerformanceObserver((list) =>
          resolve(list.getEntries().filter(isAwaited).at(-1)?.startTime ?? NaN),
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

interface Extensions {
  ours: Extension;
  blank: Extension;
}

/** Real clicks on both toolbar buttons, in turn. */
const openInTurn = (page: Page, { ours, blank }: Extensions) =>
  inTurn(
    {
      ours: () => openOnce(page, { extension: ours, check: mustBeUsable }),
      other: () => openOnce(page, { extension: blank, check: () => Promise.resolve() }),
    },
    { rounds: opens },
  );

const times = ({ ours, other }: Record<'ours' | 'other', Opened[]>, which: keyof Opened) => ({
  ours: ours.map((each) => each[which]),
  other: other.map((each) => each[which]),
});

/** Our popup beside a blank one; and again after `fill` has filled the history. */
export const measurePopups = async (
  page: Page,
  { fill, ...extensions }: Extensions & { fill(): Promise<number> },
): Promise<Figure[]> => {
  const empty = await openInTurn(page, extensions);
  const entries = await fill();
  const full = await openInTurn(page, extensions);
  const usable = { empty: times(empty, 'clickToWhole'), full: times(full, 'clickToWhole') };
  // By the blank popup's own change from one time to the other, which is the machine's.
  const drift = median(usable.full.other) / median(usable.empty.other);
  return [
    ratio('popup: first contentful paint / blank', { ...times(empty, 'paint'), most: 1.2 }),
    ratio('popup: click to usable / blank click to paint', { ...usable.empty, most: 1.05 }),
    ratio(`popup: usable with ${entries} links / with none`, {
      ours: usable.full.ours,
      other: usable.empty.ours.map((each) => each * drift),
      most: 1.05,
    }),
  ];
};

/** The extension with this name, as soon as the browser lists it. */
export const extensionNamed = (browser: Browser, name: string): Promise<Extension> =>
  poll(`the browser to load ${name}`, async () =>
    [...(await browser.extensions()).values()].find((extension) => extension.name === name),
  );
