import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { SiteAccess } from '../../lib/browser/types.ts';
import { text } from '../../lib/i18n/texts.ts';
import { Policy, SetByOrganisation } from '../policy/Policy.tsx';
import { Alert } from '../ui/Problem.tsx';
import { useSubscription } from '../ui/use-subscription.ts';

/** The actions on the access to all sites. Nothing rejects. */
export interface SiteAccessActions {
  /** Requests access to all sites; resolves with whether it was granted. Call it in a click, before any await. */
  allow(): Promise<boolean>;
  /** Revokes access to all sites except the services' own; resolves with whether it was revoked. Call it in a click. */
  revoke(): Promise<boolean>;
  /** `services` are the addresses of the connected services. */
  readSiteAccess(services: readonly string[]): Promise<SiteAccess>;
  /** Calls back when the access has changed, until the signal is aborted. */
  onPermissionChange(changed: () => void, signal: AbortSignal): void;
}

interface SwitchProps {
  /** The access as it was when the page was opened. */
  initial: SiteAccess;
  /** Addresses of the connected services. */
  services: readonly string[];
  actions: SiteAccessActions;
}

/**
 * The switch of music on 404 pages. It shows the permission itself, whoever changes that; no setting is stored for it. Of
 * concurrent readings only the latest counts.
 */
const useSwitch = ({ initial, services, actions }: SwitchProps) => {
  const [access, setAccess] = useState(initial);
  const [problem, setProblem] = useState<'musicRefused' | 'musicNotRevoked' | null>(null);
  const [isBusy, setBusy] = useState(false);
  // The second click of a double click arrives before the state is set, but after this ref is.
  const busy = useRef(false);
  const readings = useRef(0);
  // A message about an earlier change of the permission is out of date after the next one.
  useEffect(() => setProblem(null), [access.all]);

  const refresh = async (): Promise<void> => {
    readings.current += 1;
    const reading = readings.current;
    const current = await actions.readSiteAccess(services);
    if (reading === readings.current) setAccess(current);
  };
  useSubscription((signal) => actions.onPermissionChange(() => void refresh(), signal), [services.join()]);

  const finish = async (change: Promise<boolean>, failure: typeof problem): Promise<void> => {
    const isDone = await change;
    await refresh();
    setProblem(isDone ? null : failure);
    busy.current = false;
    setBusy(false);
  };

  /** Call it in the click: the permission is requested before any await. */
  const toggle = (): void => {
    if (busy.current) return;
    const change = access.all ? actions.revoke() : actions.allow();
    busy.current = true;
    setBusy(true);
    setProblem(null);
    void finish(change, access.all ? 'musicNotRevoked' : 'musicRefused');
  };

  // While all sites are being revoked, the service's own permission is missing for a moment, too.
  const lostService = isBusy ? null : access.lostService;
  const lost = lostService === null ? null : text('musicServiceLost', lostService);
  return { isOn: access.all, problem: problem ? text(problem) : lost, toggle };
};

/** The switch of music, what the browser refused or revoked beyond it, and what the extension sees then. */
export const MusicSwitch = (props: SwitchProps) => {
  const { isOn, problem, toggle } = useSwitch(props);
  const { musicOff } = useContext(Policy);
  return (
    <>
      <div class="setting">
        <div class="grow">
          <label id="music-title" for="music-switch">
            {text('musicTitle')}
          </label>
          {musicOff ? (
            <SetByOrganisation id="music-note" />
          ) : (
            <p id="music-note" class="note">
              {text('musicIntro')}
            </p>
          )}
        </div>
        <button
          id="music-switch"
          type="button"
          role="switch"
          aria-checked={isOn && !musicOff}
          aria-disabled={musicOff}
          aria-labelledby="music-title"
          aria-describedby="music-note"
          onClick={musicOff ? undefined : toggle}
        />
        <Alert>{problem}</Alert>
      </div>
      {!musicOff && (
        <div class="setting more">
          <details>
            <summary>{text('musicSees')}</summary>
            <p class="soft">{text('musicSeesWhat')}</p>
          </details>
        </div>
      )}
    </>
  );
};
