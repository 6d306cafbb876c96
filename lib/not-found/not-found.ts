import type { StoredItem } from '../storage/storage.ts';

/** A page that its server said is not there: 404 missing, 410 gone. */
export interface Missing {
  status: 404 | 410;
  url: string;
  /** In a private window, of which nothing is written to disk. */
  private: boolean;
}

/** The site of a page, as it is kept in `sitesOff`: its host without a port, in punycode, without the dot of the root. */
export const siteOf = (url: string): string => new URL(url).hostname.replace(/\.$/, '');

/** The settings that count here. */
interface Relevant {
  /** Whether 410 is missing, too. */
  alsoGone: boolean;
  /** Hosts on which there is to be no player. */
  sitesOff: string[];
}

interface World {
  settings(): Promise<Relevant>;
  change(change: (settings: Relevant) => Partial<Relevant>): Promise<void>;
  /** Sites switched off in private windows: in memory only. */
  privateSitesOff: StoredItem<string[]>;
}

const withSite = (sites: readonly string[], site: string): string[] => [...new Set([...sites, site])];

/** On which missing pages there is to be a player. */
export const createNotFound = ({ settings, change, privateSitesOff }: World) => ({
  async isWelcome({ status, url, ...page }: Missing): Promise<boolean> {
    const [{ alsoGone, sitesOff }, forNow] = await Promise.all([
      settings(),
      page.private ? privateSitesOff.read() : null,
    ]);
    return (status === 404 || alsoGone) && ![...sitesOff, ...(forNow ?? [])].includes(siteOf(url));
  },
  /** Never again on this site; from a private window, for as long as one is open. */
  async never({ url, ...page }: Pick<Missing, 'url' | 'private'>): Promise<void> {
    const site = siteOf(url);
    if (page.private) await privateSitesOff.write(withSite((await privateSitesOff.read()) ?? [], site));
    else await change(({ sitesOff }) => ({ sitesOff: withSite(sitesOff, site) }));
  },
});
