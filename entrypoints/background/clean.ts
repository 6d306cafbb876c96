import { parseRules, trackingIn, withoutTracking } from '../../lib/address/tracking.ts';
import { readAsset } from '../../lib/browser/asset.ts';
import { readSettingsAnyhow } from '../../lib/settings/settings.ts';
import type { Cleaned } from '../../lib/telling/desk.ts';

/** A link without its tracking parameters, where the person wants that. */
export const clean = async (link: string): Promise<Cleaned> => {
  if (!(await readSettingsAnyhow()).removeTracking) return { link, removed: [] };
  const rules = parseRules(await readAsset('/tracking.json'));
  return { link: withoutTracking(link, rules), removed: trackingIn(link, rules) };
};
