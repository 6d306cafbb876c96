import { browser } from '@wxt-dev/webextension-polyfill/browser';

/**
 * The match pattern of an origin (`https://s.example:8443`). In Firefox it covers the host's other ports, too: there a
 * pattern with a port can be granted, but matches nothing (measured with Firefox 153).
 */
const patternOf = (origin: string): string =>
  import.meta.env.FIREFOX ? `${origin.replace(/:\d+$/, '')}/*` : `${origin}/*`;

/** Patterns of one host, as we ask for them; not those of many, which are asked for elsewhere. */
const oneHost = /^https?:\/\/[^*/]+\/\*$/;

/** Whether we may call this origin. */
export const mayReach = (origin: string): Promise<boolean> =>
  browser.permissions.contains({ origins: [patternOf(origin)] });

/**
 * Asks for exactly this origin; resolves with whether it was granted. Call it before anything is awaited in a click's
 * handler: Firefox refuses later.
 */
export const askToReach = (origin: string): Promise<boolean> =>
  browser.permissions.request({ origins: [patternOf(origin)] });

/** Gives back every other single origin; one that the manifest itself holds stays. */
export const keepOnly = async (origin: string): Promise<void> => {
  const { origins = [] } = await browser.permissions.getAll();
  const others = origins.filter((pattern) => oneHost.test(pattern) && pattern !== patternOf(origin));
  for (const pattern of others) await browser.permissions.remove({ origins: [pattern] }).catch(() => false);
};
