import { readTracking } from '../browser/tracking.ts';
import { readSettingsOrDefaults } from '../settings/settings.ts';

/** A link without its tracking parameters, and the names of those that were removed. */
export interface CleanedLink {
  link: string;
  removed: string[];
}

/**
 * Resolves with a function that removes tracking parameters, if the setting says so and the list can be read; otherwise
 * it leaves links unchanged.
 */
export const readLinkCleaner = async (): Promise<(link: string) => CleanedLink> => {
  const tracking = (await readSettingsOrDefaults()).removeTracking ? await readTracking() : null;
  return (link) =>
    tracking ? { link: tracking.without(link), removed: tracking.namesIn(link) } : { link, removed: [] };
};
