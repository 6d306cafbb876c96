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
  alsoGone: boolean;
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

const withSite = (sites: readonly string[], site: string): string[] => [...new Set([...sites, site])];

/** Decides on which missing pages a player is shown. */
export const createPlayerSites = ({
  readSettings,
  changeSettings,
  privateSitesOff,
  unsavedSitesOff,
}: PlayerSitesDeps) => ({
  /** `reading`: the settings, if they are being read already. */
  async isPlayerAllowed(
    { status, url, ...page }: MissingPage,
    reading: Promise<NotFoundSettings> = readSettings(),
  ): Promise<boolean> {
    const [{ alsoGone, sitesOff }, unsavedSites, privateSites] = await Promise.all([
      reading,
      unsavedSitesOff.read(),
      page.private ? privateSitesOff.read() : null,
    ]);
    if (status === 410 && !alsoGone) return false;
    return ![...sitesOff, ...(unsavedSites ?? []), ...(privateSites ?? [])].includes(siteOf(url));
  },
  /**
   * Shows no more players on this site. From a private window, this lasts until the last private window is closed. Resolves
   * with false if the disk is full: then it lasts until the browser closes.
   */
  async disableSite({ url, ...page }: Pick<MissingPage, 'url' | 'private'>): Promise<boolean> {
    const site = siteOf(url);
    const remember = async (item: StoredItem<string[]>): Promise<void> =>
      item.write(withSite((await item.read()) ?? [], site));
    if (page.private) {
      await remember(privateSitesOff);
      return true;
    }
    try {
      await changeSettings(({ sitesOff }) => ({ sitesOff: withSite(sitesOff, site) }));
      return true;
    } catch {
      await remember(unsavedSitesOff);
      return false;
    }
  },
});
