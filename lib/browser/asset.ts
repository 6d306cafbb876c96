import { noteError } from '../errors/noted-errors.ts';
import { browser } from '../webextension/browser.ts';

/** The content of a JSON file of the extension, such as "/tracking.json"; null if it cannot be read. */
export const readAsset = async (path: string): Promise<unknown> => {
  try {
    const answer = await fetch(browser.runtime.getURL(path));
    return (await answer.json()) as unknown;
  } catch (error) {
    noteError(error);
    return null;
  }
};
