import { browser } from '@wxt-dev/webextension-polyfill/browser';

/** Whether we may call what this match pattern covers. */
export const mayReach = (pattern: string): Promise<boolean> =>
  browser.permissions.contains({ origins: [pattern] });

/**
 * Asks for exactly this match pattern; resolves with whether it was granted. Call it first in a click's handler:
 * Firefox refuses after any await.
 */
export const askToReach = (pattern: string): Promise<boolean> =>
  browser.permissions.request({ origins: [pattern] });

/** Gives a match pattern back; one that the manifest itself holds stays. */
export const giveBack = async (pattern: string): Promise<void> => {
  await browser.permissions.remove({ origins: [pattern] }).catch(() => false);
};
