import { readAsset } from '../../lib/browser/asset.ts';
import { parseRules, withoutTracking } from '../../lib/links/tracking.ts';
import { readSettingsAnyhow } from '../../lib/settings/settings.ts';

/** A link without its tracking parameters, where the person wants that. */
export const clean = async (link: string): Promise<string> =>
  (await readSettingsAnyhow()).removeTracking
    ? withoutTracking(link, parseRules(await readAsset('/tracking.json')))
    : link;
