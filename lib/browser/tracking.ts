import { noteError } from '../errors/noted-errors.ts';
import { parseTrackingRules, trackingParametersIn, withoutTracking } from '../url/tracking.ts';
import { browser } from '../webextension/browser.ts';

/** Finds tracking parameters by the list in the package; null if the list cannot be read. */
export const readTracking = async () => {
  try {
    const answer = await fetch(browser.runtime.getURL('/tracking.json'));
    const rules = parseTrackingRules(await answer.json());
    return (
      rules && {
        namesIn: (link: string) => trackingParametersIn(link, rules),
        without: (link: string) => withoutTracking(link, rules),
      }
    );
  } catch (error) {
    noteError(error);
    return null;
  }
};
