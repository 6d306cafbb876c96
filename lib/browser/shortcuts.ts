import type { Tabs } from 'webextension-polyfill';
import { logAndReturn } from '../errors/error-log.ts';
import { browser } from '../webextension/browser.ts';
import type { Shortcut } from './types.ts';

/** The shortcuts as they are set now; null if the browser has none (Firefox for Android) or does not answer. Never rejects. */
export const readShortcuts = async (): Promise<Shortcut[] | null> => {
  if (!('commands' in browser)) return null;
  const commands = await browser.commands.getAll().catch(logAndReturn(null));
  return commands && commands.map(({ name = '', shortcut = '' }) => ({ name, keys: shortcut }));
};

/** The types do not know it. */
interface FirefoxCommands {
  openShortcutSettings(): Promise<void>;
}

/** Opens the browser's page for shortcuts, if the browser has shortcuts; rejects if that fails. */
export const openShortcutSettings = async (): Promise<void> => {
  if (import.meta.env.FIREFOX) await (browser.commands as unknown as FirefoxCommands).openShortcutSettings();
  else await browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
};

/** Systems wait up to a second before they repeat a key that is held, and less between the repetitions. */
const longestRepeatPauseMs = 1_000;

/**
 * Calls back when the person presses the shortcut for the current page, once for a key that is held. Registers synchronously;
 * Firefox for Android has no shortcuts.
 */
export const onShortenPage = (pressed: (tab: Tabs.Tab | undefined) => void): void => {
  if (!('commands' in browser)) return;
  let last = { tabId: undefined as number | undefined, at: -Infinity };
  browser.commands.onCommand.addListener((command, tab) => {
    if (command !== 'shorten-page') return;
    const at = performance.now();
    // The first outcome may have opened in a tab of its own.
    const isSameTab = tab?.id === last.tabId || tab?.url?.startsWith(browser.runtime.getURL('/popup.html'));
    const isRepeated = isSameTab && at - last.at <= longestRepeatPauseMs;
    last = { tabId: isRepeated ? last.tabId : tab?.id, at };
    if (!isRepeated) pressed(tab);
  });
};
