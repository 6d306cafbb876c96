import { useEffect, useRef, useState } from 'preact/hooks';
import type { SiteAccess } from '../../lib/browser/contract.ts';
import { useSubscription } from '../ui/use-subscription.ts';
import type { MusicActions } from './music-actions.ts';

/** What the section says about the switch. */
export interface SwitchOutcome {
  /** Not granted: the person refused. Not revoked: the browser refused. */
  failed: 'not-granted' | 'not-revoked' | null;
  /** Address of a service that can no longer be reached, else null. */
  lostService: string | null;
}

export interface SwitchOptions {
  /** The access as it was when the page was opened. */
  initial: SiteAccess;
  /** Address of the connected service; null if there is none. */
  service: string | null;
  actions: Pick<MusicActions, 'allow' | 'revoke' | 'readSiteAccess' | 'onPermissionChange'>;
}

/** The current access, whoever changes it. Of concurrent readings only the latest counts. */
const useReach = ({ initial, service, actions }: SwitchOptions) => {
  const [reach, setReach] = useState(initial);
  const readings = useRef(0);
  const refresh = async (): Promise<SiteAccess> => {
    readings.current += 1;
    const reading = readings.current;
    const current = await actions.readSiteAccess(service);
    if (reading === readings.current) setReach(current);
    return current;
  };
  useSubscription((signal) => actions.onPermissionChange(() => void refresh(), signal), [service]);
  return { reach, refresh };
};

/** The switch of music on missing pages. It shows the permission itself; no setting is stored for it. */
export const useSwitch = (options: SwitchOptions) => {
  const { actions } = options;
  const { reach, refresh } = useReach(options);
  const [failed, setFailed] = useState<SwitchOutcome['failed']>(null);
  const [isBusy, setBusy] = useState(false);
  // The second click of a double click arrives before the state is set, but after this ref is.
  const busy = useRef(false);
  // A message about an earlier change of the permission is out of date after the next one.
  useEffect(() => setFailed(null), [reach.all]);

  const finish = async (change: Promise<boolean>, failure: SwitchOutcome['failed']): Promise<void> => {
    const isDone = await change;
    await refresh();
    setFailed(isDone ? null : failure);
    busy.current = false;
    setBusy(false);
  };

  /** Call it in the click: the permission is requested before any await. */
  const toggle = (): void => {
    if (busy.current) return;
    const change = reach.all ? actions.revoke() : actions.allow();
    busy.current = true;
    setBusy(true);
    setFailed(null);
    void finish(change, reach.all ? 'not-revoked' : 'not-granted');
  };

  // While all sites are being revoked, the service's own permission is missing for a moment, too.
  const lostService = isBusy ? null : reach.lostService;
  return { isOn: reach.all, outcome: { failed, lostService }, toggle };
};
