import { readTracking } from '../browser/tracking.ts';
import { readSettingsOrDefaults } from '../settings/settings.ts';
import type { CleanedLink } from '../url/tracking.ts';

/**
 * Resolves with a function that removes tracking parameters, if the setting says so and the list can be read; otherwise
 * it leaves links unchanged.
 */
export const readLinkCleaner = async (): Promise<(link: string) => CleanedLink> => {
  const clean = (await readSettingsOrDefaults()).removeTracking ? await readTracking() : null;
  return clean ?? ((link) => ({ link, removed: [] }));
};
