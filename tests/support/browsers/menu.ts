import type { Browser, Page } from 'puppeteer-core';
import { evaluateInFirefox } from './firefox-driver.ts';
import { poll } from './poll.ts';
import type { Display } from './display.ts';
import type { Fixture } from './fixture.ts';

/** How often Up is pressed, from the end of Chromium's menu to our item or our submenu. */
const upPresses = { link: 2, image: 2, selection: 2, page: 3 };

interface MenuChoice {
  selector: string;
  target: keyof typeof upPresses | 'in Firefox';
  then?: string[];
}

/**
 * Right-clicks the selected element of the active page and chooses our item, as a person does; `then` are the keys to
 * press once that item is selected, instead of Enter.
 */
export async function shortenByMenu(
  display: Display,
  page: Page,
  { selector, target, then = ['Return'] }: MenuChoice,
): Promise<void> {
  // In a window without the focus, the toast may not copy.
  await focused(page);
  const place = await positionOf(page, selector);
  if (target === 'in Firefox') {
    const inSubmenu = then[0] === 'Right';
    return chooseInFirefox({ display, browser: page.browser() }, place, { inSubmenu });
  }
  await display.rightClick(...place);
  await display.press(...Array<string>(upPresses[target]).fill('Up'), ...then);
}

/** Runs in Firefox's own window: our item in the open menu, which is always the last one. */
const itemInFirefox = `(() => {
  const { document } = Services.wm.getMostRecentBrowserWindow();
  const menus = [...document.querySelectorAll('#contentAreaContextMenu, #tabContextMenu')];
  const item = menus.find(({ state }) => state === 'open')?.lastElementChild;
  const isActive = (node) => node?.hasAttribute('_moz-menuactive') ?? false;
  return item && {
    hasSubmenu: item.localName === 'menu',
    label: item.label,
    isActive: isActive(item),
    isSubmenuActive: isActive(item.menupopup?.querySelector('[_moz-menuactive]')),
  };
})()`;

interface FirefoxItem {
  hasSubmenu: boolean;
  label: string;
  isActive: boolean;
  /** Whether an item of the submenu is. */
  isSubmenuActive: boolean;
}

/**
 * Right-clicks a place, in pixels of the screen, and chooses our item once the extension has adapted it: the first item of its
 * submenu, if `inSubmenu`; with this `label`, if it is given.
 */
export async function chooseInFirefox(
  { display, browser }: { display: Display; browser: Browser },
  place: [x: number, y: number],
  { inSubmenu = false, label = '' }: { inSubmenu?: boolean; label?: string } = {},
): Promise<void> {
  const itemIs = (what: string, is: (item: FirefoxItem) => boolean) =>
    poll(`the item of Firefox's menu to be ${what}`, async () => {
      const item = await evaluateInFirefox<FirefoxItem | undefined>(browser, itemInFirefox);
      return item && is(item) ? true : undefined;
    });
  await display.rightClick(...place);
  await itemIs('adapted', (item) => item.hasSubmenu === inSubmenu && item.label.includes(label));
  await display.press('Up');
  await itemIs('selected', ({ isActive }) => isActive);
  if (inSubmenu) {
    await display.press('Right');
    await itemIs('open', ({ isSubmenuActive }) => isSubmenuActive);
  }
  await display.press('Return');
}

/** The names of keys that are not their own. */
const keys: Record<string, string> = {
  ' ': 'space',
  '.': 'period',
  '/': 'slash',
  '&': 'ampersand',
  '-': 'minus',
};

/** A place in the address bar of each browser's window, in pixels of the screen. */
const addressBar = [600, 70] as const;

/** Types the extension's keyword and a text into the address bar, and presses the keys `then`. */
export async function typeInAddressBar(display: Display, typed: string, ...then: string[]): Promise<void> {
  // A busy page would get ctrl+l first, and the letters after it.
  await display.click(...addressBar);
  await display.type('ctrl+a', ...Array.from(`wl ${typed}`, (key) => keys[key] ?? key));
  if (then.length > 0) await display.press(...then);
}

/** Pixels: where the first tab of each browser's window begins, and the width of one, as long as there are few. */
const tabStrip = { chromium: { start: 46, width: 238 }, firefox: { start: 47, width: 225 } };

/** A place on the tab at this position, from 0, in pixels of the screen. */
export function positionOnTab(browser: keyof typeof tabStrip, position: number): [x: number, y: number] {
  const { start, width } = tabStrip[browser];
  return [start + width * position + 70, 20];
}

/** Waits until the page has the focus: a new window gets it some time after it is there. */
export const focused = (page: Page): Promise<true> =>
  poll('the page to have the focus', async () =>
    (await page.evaluate(() => document.hasFocus())) ? true : undefined,
  );

/** Shortens a link on a page into which no script can be injected, so that no toast can appear. */
export async function shortenWithoutScript(
  { display, fixture }: { display: Display; fixture: Fixture },
  link: string,
  choice: Omit<MenuChoice, 'selector'> = { target: 'link' },
): Promise<void> {
  const page = await fixture.browser.newPage();
  await page.goto(`data:text/html,<title>No script</title><a id="link" href="${link}">A link</a>`);
  await page.bringToFront();
  await shortenByMenu(display, page, { selector: '#link', ...choice });
}

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

/** The names of the accessibility tree of a page, including closed shadow roots. Chromium only. */
export async function spokenOn(page: Page): Promise<string> {
  const session = await page.createCDPSession();
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.map(({ name }) => String(name?.value ?? '')).join('\n');
}

/** The address to which the short link on the display's clipboard leads; for any other text, that text in quotation marks. */
export async function copiedAddress(display: Display, fixture: Fixture): Promise<string> {
  const copied = await display.clipboard();
  const created = fixture.links().find(({ id }) => copied === `${fixture.service.origin}/${id}`);
  return created?.link ?? JSON.stringify(copied);
}
