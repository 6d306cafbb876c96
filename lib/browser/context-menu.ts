import { logAndReturn } from '../errors/error-log.ts';
import type { Menus, Tabs } from 'webextension-polyfill';
import { browser } from '../webextension/browser.ts';
import { afterStartup, serialQueue } from '../async/async.ts';
import { readMenuTabs } from './tabs.ts';

/** An item of a submenu; without a title, the line between two groups of them. */
export interface MenuChoice {
  id: string;
  title?: string;
}

/** One item of the context menu, with the items of its submenu; `choices` is empty for a plain item. */
export interface MenuItem {
  id: string;
  title: string;
  contexts: Menus.ContextType[];
  /** What must be on the web for it to be shown: the target of the click, the document around it, or the page of a tab. */
  onWeb: 'target' | 'document' | 'tab';
  choices: readonly MenuChoice[];
}

/** A click on an item; `choice` is null if the item has no submenu. */
export interface MenuClick {
  id: string;
  choice: string | null;
  info: Menus.OnClickData;
  tab: Tabs.Tab | undefined;
}

const web = ['http://*/*', 'https://*/*'];

/** Chromium compares the patterns with the address of the clicked frame, and the frames of many editors have none on the web. */
const webFrames = [...web, 'about:blank', 'about:srcdoc'];

/**
 * Where an item is shown. No pattern can name Firefox's Reader View, which shows pages of the web: there, the items are in all
 * tabs, and a page that is not on the web is refused with its reason.
 */
const visibilityOf = (
  onWeb: MenuItem['onWeb'],
): Pick<Menus.CreateCreatePropertiesType, 'targetUrlPatterns' | 'documentUrlPatterns' | 'viewTypes'> => {
  if (onWeb === 'target') return { targetUrlPatterns: web };
  if (!import.meta.env.FIREFOX) return { documentUrlPatterns: onWeb === 'tab' ? web : webFrames };
  return onWeb === 'tab' ? {} : { viewTypes: ['tab'] };
};

/** An item that exists already stays as it is; reading the error that says so keeps the browser from logging it. */
const createItem = (properties: Menus.CreateCreatePropertiesType): void => {
  try {
    browser.contextMenus.create(properties, () => void Reflect.get(browser.runtime, 'lastError'));
  } catch {
    // Chrome before 150 has no context for tabs, and throws: it gets the other items.
  }
};

const createAll = (items: readonly MenuItem[]): void => {
  for (const { id, title, contexts, onWeb, choices } of items) {
    const visibility = { contexts, ...visibilityOf(onWeb) };
    createItem({ ...visibility, id, title });
    for (const { id: choice, title: name } of choices) {
      const kind = name === undefined ? ({ type: 'separator' } as const) : { title: name };
      createItem({ ...visibility, ...kind, id: `${id} ${choice}`, parentId: id });
    }
  }
};

/** An item that the menu does not have now is passed over. */
const setVisible = (ids: readonly string[], visible: boolean) =>
  Promise.all(ids.map((id) => browser.contextMenus.update(id, { visible }).catch(() => undefined)));

/**
 * The items of the extension in the context menu. They outlive the background; lost ones are created again at every start.
 * Registers its listeners synchronously; returns a function that rebuilds the items. Firefox for Android has no such menu.
 */
export const startContextMenu = ({
  ids,
  items,
  pick,
  tabItem,
  onClick,
}: {
  /** The ids of all items, without those of submenus. */
  ids: readonly string[];
  /** The items that the menu must have now. */
  items(): Promise<MenuItem[]>;
  /** Firefox: picks the items to show from those that fit. `selected` is undefined if the extension may not read the page. */
  pick(shown: readonly string[], selected: string | undefined): readonly string[];
  /** Firefox: the item of tabs, whose title says how many are selected. */
  tabItem: { id: string; title(count: number): string };
  onClick(click: MenuClick): void;
}): (() => void) => {
  if (!('contextMenus' in browser)) return () => undefined;

  /**
   * Firefox: if several items fit, such as on a linked image, hides those that `pick` does not choose, and counts the selected
   * tabs. When the menu closes, all items are shown again, for the next menu.
   */
  const adaptToTarget = (): void => {
    const setCount = (count: number) =>
      browser.contextMenus.update(tabItem.id, { title: tabItem.title(count) }).catch(() => undefined);
    const adapt = async (menu: Menus.OnShownInfoType, tab: Tabs.Tab): Promise<void> => {
      const shown = ids.filter((id) => menu.menuIds.includes(id));
      const chosen = pick(shown, menu.selectionText);
      const others = shown.filter((id) => !chosen.includes(id));
      const count = shown.includes(tabItem.id) ? (await readMenuTabs(tab)).tabs.length : 1;
      if (others.length === 0 && count === 1) return;
      await Promise.all([setVisible(others, false), setCount(count)]);
      await browser.contextMenus.refresh();
    };
    const reset = () => Promise.all([setVisible(ids, true), setCount(1)]);
    // A menu may close before its items are adapted.
    const adapting = serialQueue();
    browser.contextMenus.onShown.addListener((menu, tab) => void adapting(() => adapt(menu, tab)));
    browser.contextMenus.onHidden.addListener(() => void adapting(reset));
  };

  const enqueue = serialQueue();
  const build = (clear?: () => Promise<void>): void => {
    const done = enqueue(async () => {
      const wanted = await items();
      await clear?.();
      createAll(wanted);
    });
    done.catch(logAndReturn(undefined));
  };
  const rebuild = (): void => build(() => browser.contextMenus.removeAll());
  browser.contextMenus.onClicked.addListener((info, tab) => {
    const [id = '', choice = null] = String(info.menuItemId).split(' ');
    onClick({ id, choice, info, tab });
  });
  if (import.meta.env.FIREFOX) adaptToTarget();
  // An update may have other items.
  browser.runtime.onInstalled.addListener(rebuild);
  afterStartup(() => build());
  return rebuild;
};
