import type { Tracking } from '../../components/popup/popup-actions.ts';
import { parseTrackingRules, trackingParametersIn, withoutTracking } from '../../lib/url/tracking.ts';
import { readAsset } from '../../lib/browser/asset.ts';

/** Finds tracking parameters by the list in the package; null if the list cannot be read. */
export const readTracking = async (): Promise<Tracking | null> => {
  const rules = parseTrackingRules(await readAsset('/tracking.json'));
  return (
    rules && {
      namesIn: (link) => trackingParametersIn(link, rules),
      without: (link) => withoutTracking(link, rules),
    }
  );
};
