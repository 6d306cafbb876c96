import type { Page } from 'puppeteer-core';
import { isFirefox } from './extension.ts';
import { textsOfOverlays } from './firefox-driver.ts';
import { chooseInFirefox } from './firefox-menu.ts';
import { poll } from './poll.ts';
import type { Display } from './display.ts';
import type { Fixture } from './fixture.ts';

/** Right-clicks an element of the active page with the mouse, and chooses our item for what is there, which may be a field or a film. */
export async function shortenByMenu(
  display: Display,
  page: Page,
  {
    selector,
    item,
    isFieldOrMedia = false,
  }: { selector: string; item: 'link' | 'image' | 'selection' | 'page'; isFieldOrMedia?: boolean },
): Promise<void> {
  // In a window without the focus, the toast may not copy.
  await focused(page);
  await display.rightClick(...(await positionOf(page, selector)));
  if (await isFirefox(page.browser())) return chooseInFirefox(page.browser(), item);
  // In Chromium's menus of fields and films, ours is the last item but one, and others have the same first letter.
  if (isFieldOrMedia) await display.press('Up', 'Up', 'Return');
  else await display.press(firstLetter);
}

/** A place in the first tab of a Chromium window, in pixels of the screen. */
const firstTab = [120, 20] as const;

/** The same in the menu of the only tab of a Chromium window. There, another item has the same first letter and comes before ours. */
export async function shortenTabByMenu(display: Display): Promise<void> {
  await display.rightClick(...firstTab);
  await display.press(firstLetter, firstLetter, 'Return');
}

/** In Chromium's menus of links, images, selected addresses and pages, only the names of our items begin with it, and it chooses them. */
const firstLetter = 's';

/** The names of keys that are not their own. */
const keys: Record<string, string> = {
  ' ': 'space',
  '.': 'period',
  '/': 'slash',
  '&': 'ampersand',
  '-': 'minus',
};

/** Types the extension's keyword and a text into the address bar of the window with that page, and presses Enter. */
export async function typeInAddressBar(display: Display, page: Page, typed: string): Promise<void> {
  await focused(page);
  await display.press('ctrl+l');
  await poll('the address bar to have the focus', async () =>
    (await page.evaluate(() => document.hasFocus())) ? undefined : true,
  );
  await display.type(...Array.from(`wl ${typed}`, (key) => keys[key] ?? key), 'Return');
}

/** Waits until the page has the focus, which a new window gets some time after it is there, and is painted: before, it may get no click. */
export const focused = (page: Page): Promise<true> =>
  poll('the page to have the focus', async () =>
    (await page.evaluate(
      () =>
        document.hasFocus() &&
        new Promise<true>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))),
        ),
    ))
      ? true
      : undefined,
  );

/** The start of an element's first line, in pixels of the screen. */
export const positionOf = (page: Page, selector: string): Promise<[x: number, y: number]> =>
  page.evaluate(positionOnScreen, selector);

/** Runs in the page. */
function positionOnScreen(selector: string): [x: number, y: number] {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  if (!box) throw new Error(`There is no ${selector}`);
  // Firefox gives the position of the page on the screen; in Chromium's window, everything else is above the page.
  if ('mozInnerScreenX' in window) {
    const { mozInnerScreenX: left, mozInnerScreenY: top } = window as unknown as Record<string, number>;
    return [(left ?? 0) + box.x + 20, (top ?? 0) + box.y + 10];
  }
  const side = (window.outerWidth - window.innerWidth) / 2;
  const top = window.outerHeight - window.innerHeight - side;
  return [
    window.screenX + side + box.x + Math.min(20, box.width / 2),
    window.screenY + top + box.y + box.height / 2,
  ];
}

/** What assistive technology reads on a page, including closed shadow roots; in Firefox, in the overlays only. */
export async function spokenOn(page: Page): Promise<string> {
  if (await isFirefox(page.browser())) return textsOfOverlays(page);
  const session = await page.createCDPSession();
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.map(({ name }) => String(name?.value ?? '')).join('\n');
}

/** The address to which the short link on the display's clipboard leads; for any other text, that text in quotation marks. */
export const copiedAddress = async (display: Display, fixture: Fixture): Promise<string> =>
  linkBehind(fixture, await display.clipboard());

/** The same for a text that was copied. */
export const linkBehind = ({ links, service }: Fixture, copied: string): string =>
  links().find(({ id }) => copied === `${service.origin}/${id}`)?.link ?? JSON.stringify(copied);
