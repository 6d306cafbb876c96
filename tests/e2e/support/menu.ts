import type { Page } from 'puppeteer-core';
import type { Display } from './display.ts';
import type { Fixture } from './fixture.ts';

/** In Firefox ours is always the last. */
const firefoxUps = 1;

/** Presses of Up that lead from the end of Chromium's menu to our item, or to the name that two of ours fold under. */
const ups = { link: 2, image: 2, selection: 2, page: 3 };

interface MenuChoice {
  selector: string;
  target: keyof typeof ups | 'in Firefox';
  then?: string[];
}

/**
 * Right-clicks what the selector names on a page in front and chooses our item, as a person does; `then` are the keys
 * after that item has been reached, where it is not just taken.
 */
export async function shortenByMenu(
  display: Display,
  page: Page,
  { selector, target, then = ['Return'] }: MenuChoice,
): Promise<void> {
  const { x, y } = await page.evaluate(placeOnScreen, selector);
  await display.rightClick(x, y);
  // Nothing tells that the menu is open.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await display.press(
    ...Array<string>(target === 'in Firefox' ? firefoxUps : ups[target]).fill('Up'),
    ...then,
  );
}

/** Chooses a link on a page into which no script comes, where an outcome is told by a notice. Chromium only. */
export async function shortenWithoutScript(display: Display, fixture: Fixture, link: string): Promise<void> {
  const page = await fixture.browser.newPage();
  await page.goto(`data:text/html,<a id="link" href="${link}">A link</a>`);
  await page.bringToFront();
  await shortenByMenu(display, page, { selector: '#link', target: 'link' });
}

/** The begin of an element's first line, in pixels of the screen. */
function placeOnScreen(selector: string): { x: number; y: number } {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  if (!box) throw new Error(`There is no ${selector}`);
  // Firefox says where the page begins on the screen; of Chromium's window all but the page is above it.
  if ('mozInnerScreenX' in window) {
    const { mozInnerScreenX: left, mozInnerScreenY: top } = window as unknown as Record<string, number>;
    return { x: (left ?? 0) + box.x + 20, y: (top ?? 0) + box.y + 10 };
  }
  const side = (window.outerWidth - window.innerWidth) / 2;
  const top = window.outerHeight - window.innerHeight - side;
  return {
    x: window.screenX + side + box.x + Math.min(20, box.width / 2),
    y: window.screenY + top + box.y + box.height / 2,
  };
}

/** Everything that assistive technology is told of a page, what is in closed shadow roots, too. Chromium only. */
export async function spokenOn(page: Page): Promise<string> {
  const session = await page.createCDPSession();
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.map(({ name }) => String(name?.value ?? '')).join('\n');
}

/** The address for which the short link on the display's clipboard was made. */
export async function copiedAddress(display: Display, fixture: Fixture): Promise<string | undefined> {
  const held = await display.clipboard();
  return fixture.links().find(({ id }) => held === `${fixture.service.origin}/${id}`)?.link;
}
