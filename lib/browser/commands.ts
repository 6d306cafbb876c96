import { browser } from '../webextension/browser.ts';

type Tab = Awaited<ReturnType<typeof browser.tabs.get>>;

/** Calls back when the person presses the shortcut for the current page. Registers synchronously; Firefox for Android has no shortcuts. */
export const onShortenPage = (pressed: (tab: Tab | undefined) => void): void => {
  if (!('commands' in browser)) return;
  browser.commands.onCommand.addListener((command, tab) => {
    if (command === 'shorten-page') pressed(tab);
  });
};
