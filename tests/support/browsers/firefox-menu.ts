import type { Browser } from 'puppeteer-core';
import { evaluateInFirefox } from './firefox-driver.ts';
import { poll } from './poll.ts';

/** In Firefox's own window: the open menu of a page or a tab. */
const menu = `[...Services.wm.getEnumerator('navigator:browser')]
  .flatMap(({ document }) => [...document.querySelectorAll('#contentAreaContextMenu, #tabContextMenu')])
  .find(({ state }) => state === 'open')`;

/** The ids of our items in the open menu; undefined if none is open. */
export const itemsInFirefox = (browser: Browser) =>
  evaluateInFirefox<string[] | undefined>(
    browser,
    `(${menu})?.querySelectorAll('[id*="-menuitem-_"]')
      .values().map(({ id }) => id.split('-menuitem-_')[1]).toArray()`,
  );

const noMenu = (browser: Browser) =>
  poll('the menu to close', async () => ((await itemsInFirefox(browser)) === undefined ? true : undefined));

export async function hideMenuInFirefox(browser: Browser): Promise<void> {
  await evaluateInFirefox(browser, `(${menu}).hidePopup()`);
  await noMenu(browser);
}

/** Runs in Firefox's own window: chooses the item, and opens the submenus around it before; undefined if it is not there yet. */
const activate = (item: string, label: string) => `(async (menu) => {
  const item = menu?.querySelector('[id$="-menuitem-_${item}"]');
  const isAdapted = ${item.includes(' ')} || item?.parentElement === menu;
  if (!isAdapted || !item?.label.includes(${JSON.stringify(label)})) return undefined;
  const around = (node) =>
    node.parentElement === menu ? [] : [...around(node.parentElement.parentElement), node.parentElement];
  for (const submenu of around(item)) {
    const shown = new Promise((resolve) => submenu.addEventListener('popupshown', resolve, { once: true }));
    submenu.parentElement.openMenu(true);
    await shown;
  }
  item.parentElement.activateItem(item);
  return true;
})(${menu})`;

/**
 * Chooses an item in the menu that is open, or about to open, by its id; its name contains `label`. An item that is in a submenu only
 * until the extension has adapted the menu must not be chosen before.
 */
export async function chooseInFirefox(browser: Browser, item: string, label = ''): Promise<void> {
  await poll(`the item ${item} in Firefox's menu`, () => evaluateInFirefox(browser, activate(item, label)));
  await noMenu(browser);
}
