import type { AboutActions, AboutView } from '../../components/about/actions.ts';
import { version } from '../../lib/browser/pages.ts';
import {
  mayReach,
  onPermissionChange,
  revokePermission,
  readGrantedPermissions as readHeldBeside,
} from '../../lib/browser/permissions.ts';
import { connectedService, giveBack as giveBackAllSites } from './reach.ts';

const readHeld = async () => readHeldBeside((await connectedService())?.origin ?? null);

const giveBack: AboutActions['giveBack'] = async (given) => {
  const isGone = await (given.kind === 'all-sites' ? giveBackAllSites() : revokePermission(given));
  if (!isGone) return 'kept';
  const service = given.kind === 'service' ? await connectedService() : null;
  return service && (await mayReach(service.origin)) ? 'reached' : 'gone';
};

export const aboutActions: AboutActions = {
  readHeld: () => readHeld().catch(() => ({ required: [], optional: [] })),
  giveBack: (given) => giveBack(given).catch(() => 'kept'),
  onReachChange: onPermissionChange,
};

/** Everything that the section shows to begin with. */
export const readAbout = async (): Promise<AboutView> => ({
  version: version(),
  held: await aboutActions.readHeld(),
});
