import { parseRules, trackingIn, withoutTracking } from '../../lib/url/tracking.ts';
import { readAsset } from '../../lib/browser/asset.ts';
import { readTabs as readOpenTabs } from '../../lib/browser/window-tabs.ts';
import type { OpenTab, Which } from '../../lib/batch/plan.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';

/** The tabs, without tracking parameters in their addresses where the person wants that. */
export const readTabs = async (which: Which): Promise<OpenTab[]> => {
  const [tabs, { removeTracking }] = await Promise.all([readOpenTabs(which), readSettingsOrDefaults()]);
  const rules = removeTracking ? parseRules(await readAsset('/tracking.json')) : null;
  return tabs.map(({ link, ...tab }) => ({
    ...tab,
    link: withoutTracking(link, rules),
    removed: trackingIn(link, rules),
  }));
};
