import { logError, logAndReturn } from '../errors/error-log.ts';
import * as z from 'zod/mini';
import { changeSettings, readSettings } from '../settings/settings.ts';
import { sessionItem, type StoredItem } from '../storage/storage.ts';

/** A page whose server answered HTTP 404 or 410. */
export interface MissingPage {
  status: 404 | 410;
  url: string;
  /** Whether it is in a private window, of which nothing is written to disk. */
  private: boolean;
}

/** The site of a page as `sitesOff` stores it: the host in punycode, without port and without the dot of the DNS root. */
export const siteOf = (url: string): string => new URL(url).hostname.replace(/\.$/, '');

/** Sites that were switched off in private windows; in memory only. */
const privateSitesOff = sessionItem('private-sites-off', z.array(z.string()));

/** Sites that were switched off while the disk was full; in memory only, until the browser closes. */
const unsavedSitesOff = sessionItem('unsaved-sites-off', z.array(z.string()));

type SitePage = Pick<MissingPage, 'url' | 'private'> & { tabId: number };

/**
 * For this time, a site can be switched on again from its own page: the player offers that for 10 s, and longer while a person
 * uses it. A page whose renderer is compromised can speak as its player, and must not undo older choices.
 */
const undoLimitMs = 60_000;

const withSite = (sites: readonly string[], site: string): string[] => [...new Set([...sites, site])];

const update = async (
  item: StoredItem<string[]>,
  change: (sites: readonly string[]) => string[],
): Promise<void> => item.write(change((await item.read()) ?? []));

/** Whether the site is switched off. `reading`: the settings, if they are being read already. */
const isSiteOff = async (
  { url, private: isPrivate }: Pick<MissingPage, 'url' | 'private'>,
  reading = readSettings(),
): Promise<boolean> => {
  const [{ sitesOff }, unsavedSites, privateSites] = await Promise.all([
    reading,
    unsavedSitesOff.read(),
    isPrivate ? privateSitesOff.read() : null,
  ]);
  return [...sitesOff, ...(unsavedSites ?? []), ...(privateSites ?? [])].includes(siteOf(url));
};

/** Switches the site of a page off, and rejects if the disk is full. */
const storeSiteOff = ({ url, private: isPrivate }: SitePage): Promise<void> => {
  const site = siteOf(url);
  if (isPrivate) return update(privateSitesOff, (sites) => withSite(sites, site));
  return changeSettings(({ sitesOff }) => ({ sitesOff: withSite(sitesOff, site) }));
};

/** Switches the site of a page on again, and rejects if the disk is full. */
const storeSiteOn = async ({ url, private: isPrivate }: SitePage): Promise<void> => {
  const without = (sites: readonly string[]): string[] => sites.filter((site) => site !== siteOf(url));
  if (isPrivate) return update(privateSitesOff, without);
  await update(unsavedSitesOff, without);
  return changeSettings(({ sitesOff }) => ({ sitesOff: without(sitesOff) }));
};

/** Decides on which 404 pages a player is shown. */
export const createPlayerSites = () => {
  /** The site that was switched off last, by the id of the tab. If it is lost with the background, nothing is undone. */
  const undoable = new Map<number, { site: string; until: number }>();
  return {
    /** Call it after the last private window was closed. */
    removePrivateSites: (): Promise<void> => privateSitesOff.write([]),
    /** `reading`: the settings, if they are being read already. */
    async isPlayerAllowed(page: MissingPage, reading = readSettings()): Promise<boolean> {
      const [{ playerOn410 }, isOff] = await Promise.all([reading, isSiteOff(page, reading)]);
      return !isOff && (page.status === 404 || playerOn410);
    },
    /**
     * Shows no more players on this site. From a private window, this lasts until the last private window is closed. Resolves
     * with false if the disk is full: then it lasts until the browser closes. Rejects if not even that is possible.
     */
    async disableSite(page: SitePage): Promise<boolean> {
      const site = siteOf(page.url);
      const wasOff = await isSiteOff(page).catch(logAndReturn(true));
      if (!wasOff) undoable.set(page.tabId, { site, until: performance.now() + undoLimitMs });
      try {
        await storeSiteOff(page);
        return true;
      } catch (error) {
        logError(error);
        // A private site must not outlive its window.
        if (page.private) throw error;
        await update(unsavedSitesOff, (sites) => withSite(sites, site));
        return false;
      }
    },
    /**
     * Undoes `disableSite` of the last minute in the same tab, once. Resolves with whether players are shown on this site
     * again.
     */
    async undoDisableSite(page: SitePage): Promise<boolean> {
      const last = undoable.get(page.tabId);
      if (last?.site !== siteOf(page.url) || last.until < performance.now()) return false;
      undoable.delete(page.tabId);
      return storeSiteOn(page).then(() => true, logAndReturn(false));
    },
  };
};

export type PlayerSites = ReturnType<typeof createPlayerSites>;
