import type { Reach } from '../../components/music/actions.ts';
import { revokeAllSites, mayReach, mayReachAllSites } from '../../lib/browser/permissions.ts';
import { send } from '../../lib/messaging/send.ts';

interface Service {
  address: string;
  origin: string;
}

/** The connected service; null where there is none, or the background does not say. */
export const connectedService = async (): Promise<Service | null> => {
  const view = await send('connection', {}).catch(() => null);
  return view && { address: view.address, origin: new URL(view.address).origin };
};

/** What the browser lets us reach now. */
export const readReach = async (): Promise<Reach> => {
  const [all, service] = await Promise.all([mayReachAllSites(), connectedService()]);
  const isReachable = !service || (await mayReach(service.origin));
  return { all, lostService: isReachable ? null : service.address };
};

/** Gives all sites back, but for the service's own; whether that was granted again, `readReach` tells. */
export const giveBack = async (): Promise<boolean> => {
  const service = await connectedService();
  return revokeAllSites(service?.origin ?? null);
};
