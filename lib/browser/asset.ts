import { browser } from '@wxt-dev/webextension-polyfill/browser';

/** What is in a JSON file of our own package, such as "/tracking.json"; null where it cannot be read. */
export const readAsset = async (path: string): Promise<unknown> => {
  try {
    const answer = await fetch(browser.runtime.getURL(path));
    return (await answer.json()) as unknown;
  } catch {
    return null;
  }
};
