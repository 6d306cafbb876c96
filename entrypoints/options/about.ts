import type { AboutActions, AboutView, Given, Held } from '../../components/about/actions.ts';
import { giveBackOrigin, giveBackPermission, readHeld as readNames } from '../../lib/browser/held.ts';
import { version } from '../../lib/browser/pages.ts';
import { coversMany, mayReach, onReachChange, patternOf } from '../../lib/browser/permissions.ts';
import { connectedService, giveBack as giveBackAllSites } from './reach.ts';

const optional = ['tabs', 'clipboardWrite', 'notifications'] as const;

const siteOf = (id: string, servicePattern: string | null): Given => {
  if (coversMany(id)) return { kind: 'all-sites', id };
  return { kind: id === servicePattern ? 'service' : 'site', id };
};

const readHeld = async (): Promise<Held> => {
  const [{ always, permissions, origins }, service] = await Promise.all([readNames(), connectedService()]);
  const servicePattern = service && patternOf(service.origin);
  const names = optional.filter((each) => permissions.includes(each));
  const sites = origins.map((each) => siteOf(each, servicePattern));
  return { always, given: [...sites, ...names.map((kind) => ({ kind, id: kind }))] };
};

const giveBack: AboutActions['giveBack'] = async ({ kind, id }) => {
  if (kind === 'all-sites') return (await giveBackAllSites()) ? 'gone' : 'kept';
  const isSite = kind === 'service' || kind === 'site';
  if (!(await (isSite ? giveBackOrigin(id) : giveBackPermission(id)))) return 'kept';
  const service = kind === 'service' && (await connectedService());
  return service && (await mayReach(service.origin)) ? 'reached' : 'gone';
};

export const aboutActions: AboutActions = {
  readHeld: () => readHeld().catch(() => ({ always: [], given: [] })),
  giveBack: (given) => giveBack(given).catch(() => 'kept'),
  onReachChange,
};

/** Everything that the section shows to begin with. */
export const readAbout = async (): Promise<AboutView> => ({
  version: version(),
  held: await aboutActions.readHeld(),
});
