import { logError } from '../errors/error-log.ts';
import { type CleanedLink, type TrackingRules, withoutTracking } from '../url/tracking.ts';
import { browser } from '../webextension/browser.ts';

/** A function that removes tracking parameters by the list in the package; null if the list cannot be read. */
export const readTracking = async (): Promise<((link: string) => CleanedLink) | null> => {
  try {
    const answer = await fetch(browser.runtime.getURL('/tracking.json'));
    const rules = (await answer.json()) as TrackingRules;
    return (link) => withoutTracking(link, rules);
  } catch (error) {
    logError(error);
    return null;
  }
};
