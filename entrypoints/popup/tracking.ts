import type { Tracking } from '../../components/popup/actions.ts';
import { parseRules, trackingIn, withoutTracking } from '../../lib/url/tracking.ts';
import { readAsset } from '../../lib/browser/asset.ts';

/** What knows tracking parameters, by the list in our package; null where that cannot be read. */
export const readTracking = async (): Promise<Tracking | null> => {
  const rules = parseRules(await readAsset('/tracking.json'));
  return (
    rules && {
      namesIn: (link) => trackingIn(link, rules),
      without: (link) => withoutTracking(link, rules),
    }
  );
};
