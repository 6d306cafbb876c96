import { browser } from '../webextension/browser.ts';

/** Closes the tab of this page. The popup has none, and loads the other modules about tabs at first. */
export const closeTab = async (): Promise<void> => {
  const { id } = await browser.tabs.getCurrent();
  if (id !== undefined) await browser.tabs.remove(id);
};
