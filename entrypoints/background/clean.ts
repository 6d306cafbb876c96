import { parseRules, trackingIn, withoutTracking } from '../../lib/url/tracking.ts';
import { readAsset } from '../../lib/browser/asset.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import type { Cleaned } from '../../lib/delivery/outcome.ts';

/** A link without its tracking parameters, where the person wants that. */
export const clean = async (link: string): Promise<Cleaned> => {
  if (!(await readSettingsOrDefaults()).removeTracking) return { link, removed: [] };
  const rules = parseRules(await readAsset('/tracking.json'));
  return { link: withoutTracking(link, rules), removed: trackingIn(link, rules) };
};
