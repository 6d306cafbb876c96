import { logError, logAndReturn } from '../errors/error-log.ts';
import type { StoredItem } from '../storage/storage.ts';

/** A page whose server answered HTTP 404 or 410. */
export interface MissingPage {
  status: 404 | 410;
  url: string;
  /** Whether it is in a private window, of which nothing is written to disk. */
  private: boolean;
}

/** The site of a page as `sitesOff` stores it: the host in punycode, without port and without the dot of the DNS root. */
export const siteOf = (url: string): string => new URL(url).hostname.replace(/\.$/, '');

interface NotFoundSettings {
  /** Whether a player is also shown on HTTP 410. */
  playerOn410: boolean;
  /** Sites without a player. */
  sitesOff: string[];
}

interface PlayerSitesDeps {
  readSettings(): Promise<NotFoundSettings>;
  changeSettings(change: (settings: NotFoundSettings) => Partial<NotFoundSettings>): Promise<void>;
  /** Sites that were switched off in private windows; in memory only. */
  privateSitesOff: StoredItem<string[]>;
  /** Sites that were switched off while the disk was full; in memory only, until the browser closes. */
  unsavedSitesOff: StoredItem<string[]>;
}

type SitePage = Pick<MissingPage, 'url' | 'private'> & { tabId: number };

/**
 * Milliseconds within which a site can be switched on again from its own page: the player offers that for 10 s, and longer
 * while a person uses it. A page whose renderer is compromised can speak as its player, and must not undo older choices.
 */
const undoLimit = 60_000;

const withSite = (sites: readonly string[], site: string): string[] => [...new Set([...sites, site])];

const update = async (
  item: StoredItem<string[]>,
  change: (sites: readonly string[]) => string[],
): Promise<void> => item.write(change((await item.read()) ?? []));

/** Whether the site is switched off. `reading`: the settings, if they are being read already. */
const isSiteOff = async (
  { readSettings, unsavedSitesOff, privateSitesOff }: PlayerSitesDeps,
  { url, private: isPrivate }: Pick<MissingPage, 'url' | 'private'>,
  reading: Promise<NotFoundSettings> = readSettings(),
): Promise<boolean> => {
  const [{ sitesOff }, unsavedSites, privateSites] = await Promise.all([
    reading,
    unsavedSitesOff.read(),
    isPrivate ? privateSitesOff.read() : null,
  ]);
  return [...sitesOff, ...(unsavedSites ?? []), ...(privateSites ?? [])].includes(siteOf(url));
};

/** Switches the site of a page off, and rejects if the disk is full. */
const storeSiteOff = (deps: PlayerSitesDeps, { url, private: isPrivate }: SitePage): Promise<void> => {
  const site = siteOf(url);
  if (isPrivate) return update(deps.privateSitesOff, (sites) => withSite(sites, site));
  return deps.changeSettings(({ sitesOff }) => ({ sitesOff: withSite(sitesOff, site) }));
};

/** Switches the site of a page on again, and rejects if the disk is full. */
const storeSiteOn = async (deps: PlayerSitesDeps, { url, private: isPrivate }: SitePage): Promise<void> => {
  const without = (sites: readonly string[]): string[] => sites.filter((site) => site !== siteOf(url));
  if (isPrivate) return update(deps.privateSitesOff, without);
  await update(deps.unsavedSitesOff, without);
  return deps.changeSettings(({ sitesOff }) => ({ sitesOff: without(sitesOff) }));
};

/** Decides on which 404 pages a player is shown. */
export const createPlayerSites = (deps: PlayerSitesDeps) => {
  /** The site that was switched off last, by the id of the tab. If it is lost with the background, nothing is undone. */
  const undoable = new Map<number, { site: string; until: number }>();
  return {
    /** `reading`: the settings, if they are being read already. */
    async isPlayerAllowed(page: MissingPage, reading = deps.readSettings()): Promise<boolean> {
      const [{ playerOn410 }, isOff] = await Promise.all([reading, isSiteOff(deps, page, reading)]);
      return !isOff && (page.status === 404 || playerOn410);
    },
    /**
     * Shows no more players on this site. From a private window, this lasts until the last private window is closed. Resolves
     * with false if the disk is full: then it lasts until the browser closes. Rejects if not even that is possible.
     */
    async disableSite(page: SitePage): Promise<boolean> {
      const site = siteOf(page.url);
      const wasOff = await isSiteOff(deps, page).catch(logAndReturn(true));
      if (!wasOff) undoable.set(page.tabId, { site, until: performance.now() + undoLimit });
      try {
        await storeSiteOff(deps, page);
        return true;
      } catch (error) {
        logError(error);
        // A private site must not outlive its window.
        if (page.private) throw error;
        await update(deps.unsavedSitesOff, (sites) => withSite(sites, site));
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
      return storeSiteOn(deps, page).then(() => true, logAndReturn(false));
    },
  };
};
