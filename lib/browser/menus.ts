import { browser } from '@wxt-dev/webextension-polyfill/browser';
import { serialQueue } from '../async/async.ts';
import type { Asked, Target } from '../telling/contract.ts';
import { type LastingChoice, lastingChoices } from '../validity/validity.ts';
import { askedIn } from './tabs.ts';
import { text, type TextKey } from './texts.ts';

type Item = Parameters<typeof browser.contextMenus.create>[0];

const web = ['http://*/*', 'https://*/*'];

/**
 * The most specific first. Chromium shows the page's item only where there is none of the others, in frames, too; in
 * Firefox a frame is a target of its own.
 */
const items: Record<Target, [TextKey, Item]> = {
  link: ['menuLink', { contexts: ['link'], targetUrlPatterns: web }],
  image: ['menuImage', { contexts: ['image'], targetUrlPatterns: web }],
  selection: ['menuSelection', { contexts: ['selection'], documentUrlPatterns: web }],
  page: [
    'menuPage',
    { contexts: import.meta.env.FIREFOX ? ['page', 'frame'] : ['page'], documentUrlPatterns: web },
  ],
};

const targets = Object.keys(items) as Target[];

/** An item that is there already stays as it is; the error that says so is read, or the browser would write it down. */
const create = (item: Item): void => {
  browser.contextMenus.create(item, () => void Reflect.get(browser.runtime, 'lastError'));
};

const createAll = (choices: readonly LastingChoice[]): void => {
  for (const id of targets) {
    const [title, where] = items[id];
    create({ ...where, id, title: text(title) });
    for (const choice of choices)
      create({ ...where, id: `${id} ${choice}`, parentId: id, title: text(`validity_${choice}`) });
  }
};

/**
 * Firefox: where several targets meet, such as a linked image, leaves the most specific item only; and that for a
 * selection only if it is an address, where Firefox tells what is selected: only on sites that we may look at. All are
 * back when the menu closes, so that the next one is right from the start.
 */
const narrow = (isAddress: (text: string) => boolean): void => {
  const set = (ids: Target[], visible: boolean) =>
    Promise.all(ids.map((id) => browser.contextMenus.update(id, { visible })));
  const show = async (ids: readonly unknown[], selected: string | undefined): Promise<void> => {
    const shown = targets.filter((target) => ids.includes(target));
    const right = shown.find((each) => each !== 'selection' || selected === undefined || isAddress(selected));
    const wrong = shown.filter((target) => target !== right);
    if (wrong.length === 0) return;
    await set(wrong, false);
    await browser.contextMenus.refresh();
  };
  browser.contextMenus.onShown.addListener(({ menuIds, selectionText }) => void show(menuIds, selectionText));
  browser.contextMenus.onHidden.addListener(() => void set(targets, true));
};

interface Menus {
  /** The choices of each item's submenu; none for a plain item. */
  choices(): Promise<readonly LastingChoice[]>;
  isAddress(text: string): boolean;
  /** `choice` is null where the item offered none. */
  clicked(asked: Asked, choice: LastingChoice | null): void;
}

/**
 * Our items in the context menu. They outlive the background; what the browser has lost is put back at every start.
 * Registers its listeners at once; gives what builds the items anew. Firefox for Android has no such menu.
 */
export const startMenus = ({ choices, isAddress, clicked }: Menus): (() => void) => {
  if (!('contextMenus' in browser)) return () => undefined;
  const run = serialQueue();
  const build = (clear?: () => Promise<void>): void => {
    const done = run(async () => {
      const offered = await choices();
      await clear?.();
      createAll(offered);
    });
    done.catch(() => undefined);
  };
  const rebuild = (): void => build(() => browser.contextMenus.removeAll());
  browser.contextMenus.onClicked.addListener((info, tab) => {
    const [target, choice] = String(info.menuItemId).split(' ');
    const known = targets.find((each) => each === target);
    const chosen = lastingChoices.find((each) => each === choice) ?? null;
    const { linkUrl: link, srcUrl: image, selectionText: selection } = info;
    if (known)
      clicked(
        askedIn(tab, { target: known, address: { link, image, selection, page: tab?.url }[known] }),
        chosen,
      );
  });
  if (import.meta.env.FIREFOX) narrow(isAddress);
  // An update may have other items.
  browser.runtime.onInstalled.addListener(rebuild);
  build();
  return rebuild;
};
