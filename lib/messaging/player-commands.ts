import { browser } from '@wxt-dev/webextension-polyfill/browser';

/** What the background tells a player: the person wants music here, or music was switched off. */
export type PlayerCommand = 'play' | 'leave';

/** Tells the player in that tab's top frame, if there is one. */
export const commandPlayer = async (tabId: number, what: PlayerCommand): Promise<void> => {
  await browser.tabs.sendMessage(tabId, { order: what }, { frameId: 0 }).catch(() => undefined);
};

/** Tells the players in all tabs. */
export const commandAllPlayers = async (what: PlayerCommand): Promise<void> => {
  const tabs = await browser.tabs.query({});
  await Promise.all(tabs.flatMap(({ id }) => (id === undefined ? [] : commandPlayer(id, what))));
};

/** In a player: calls back with the background's orders. A content script hears its own extension only. */
export const onPlayerCommand = (listener: (order: PlayerCommand) => void): void => {
  browser.runtime.onMessage.addListener((message: unknown) => {
    const what = (message as { order?: unknown } | null)?.order;
    if (what === 'play' || what === 'leave') listener(what);
    return undefined;
  });
};

/** In a player: false once the extension was reloaded or removed, and this script is left over. */
export const isExtensionAlive = (): boolean => {
  try {
    // An orphan's runtime has lost its id; in Chromium all of it may be gone.
    return Boolean((browser as { runtime?: { id?: string } }).runtime?.id);
  } catch {
    return false;
  }
};
