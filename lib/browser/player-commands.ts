import { browser } from '../webextension/browser.ts';
import { subscribe } from '../async/subscribe.ts';

/** A command of the background to a player: the person wants music here, or music was switched off. */
type PlayerCommand = 'play' | 'remove';

/** Sends a command to the player in that tab's top frame, if there is one. */
export const commandPlayer = async (tabId: number, command: PlayerCommand): Promise<void> => {
  // Sending rejects if there is no player.
  await browser.tabs.sendMessage(tabId, { command }, { frameId: 0 }).catch(() => undefined);
};

export const commandAllPlayers = async (command: PlayerCommand): Promise<void> => {
  const tabs = await browser.tabs.query({});
  await Promise.all(tabs.flatMap(({ id }) => (id === undefined ? [] : commandPlayer(id, command))));
};

/**
 * In a player: calls back with the background's commands until the signal is aborted. A content script receives messages of
 * its own extension only.
 */
export const onPlayerCommand = (listener: (command: PlayerCommand) => void, signal: AbortSignal): void => {
  const receive = (message: unknown): undefined => {
    const what = (message as { command?: unknown } | null)?.command;
    if (what === 'play' || what === 'remove') listener(what);
    return undefined;
  };
  subscribe(browser.runtime.onMessage, receive, signal);
};

/** In a player: false after the extension was reloaded or removed, while this script is still running. */
export const isExtensionAlive = (): boolean => {
  try {
    // The runtime of such a script has no id; in Chromium the whole runtime may be missing.
    return Boolean((browser as { runtime?: { id?: string } }).runtime?.id);
  } catch {
    // A script that has outlived its extension may not even be allowed to read it.
    return false;
  }
};
