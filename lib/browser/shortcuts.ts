import { browser } from '@wxt-dev/webextension-polyfill/browser';

/** What can be done by keyboard, by its name in the manifest, and the keys as the browser writes them; empty for none. */
export interface Shortcut {
  name: string;
  keys: string;
}

/** The shortcuts as they are set now; null where the browser has none (Firefox for Android). */
export const readShortcuts = async (): Promise<Shortcut[] | null> => {
  if (!('commands' in browser)) return null;
  const commands = await browser.commands.getAll();
  return commands.map(({ name = '', shortcut = '' }) => ({ name, keys: shortcut }));
};

interface WithSettings {
  openShortcutSettings(): Promise<void>;
}

/** Firefox since 137; the polyfill does not know it. */
const hasSettings = (commands: object): commands is WithSettings => 'openShortcutSettings' in commands;

/** Opens the browser's own page for shortcuts; null where it lets nobody open it. Rejects where that fails. */
export const shortcutSettings = (): (() => Promise<unknown>) | null => {
  if (!import.meta.env.FIREFOX) return () => browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
  if (!('commands' in browser)) return null;
  const { commands } = browser;
  return hasSettings(commands) ? () => commands.openShortcutSettings() : null;
};
