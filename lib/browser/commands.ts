import { browser } from '@wxt-dev/webextension-polyfill/browser';
import type { Asked } from '../telling/contract.ts';
import { askedIn } from './tabs.ts';

/** Calls back when the person pressed the shortcut for the current page. Registers at once; Firefox for Android has none. */
export const onShortenPage = (pressed: (asked: Asked) => void): void => {
  if (!('commands' in browser)) return;
  browser.commands.onCommand.addListener((command, tab) => {
    if (command === 'shorten-page') pressed(askedIn(tab, { target: 'page', address: tab?.url }));
  });
};
