import { useEffect, useRef, useState } from 'preact/hooks';
import { requestAllSites, revokeAllSites } from '../../lib/browser/permissions.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { text } from '../../lib/i18n/texts.ts';
import { origins, readGranted, siteAccess } from '../options/options-state.ts';
import { settings } from '../page.ts';
import { SetByOrganisation } from '../policy/Policy.tsx';
import { Alert } from '../ui/Problem.tsx';

/** The switch of music on 404 pages. It shows the permission itself, whoever changes that; no setting is stored for it. */
const useSwitch = () => {
  const { all, lostService } = siteAccess.value;
  const [problem, setProblem] = useState<'musicRefused' | 'musicNotRevoked' | null>(null);
  const [isBusy, setBusy] = useState(false);
  // The second click of a double click arrives before the state is set, but after this ref is.
  const busy = useRef(false);
  // A message about an earlier change of the permission is out of date after the next one.
  useEffect(() => setProblem(null), [all]);

  /** Call it in the click: the permission is requested before any await. */
  const toggle = async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    const change = all ? revokeAllSites(origins.value) : requestAllSites();
    setBusy(true);
    setProblem(null);
    const isDone = await change.catch(logAndReturn(false));
    await readGranted();
    if (!isDone) setProblem(all ? 'musicNotRevoked' : 'musicRefused');
    busy.current = false;
    setBusy(false);
  };

  // While all sites are being revoked, the service's own permission is missing for a moment, too.
  const lost = isBusy || lostService === null ? null : text('musicServiceLost', lostService);
  return { isOn: all, problem: problem ? text(problem) : lost, toggle };
};

/** The switch of music, what the browser refused or revoked beyond it, and what the extension sees then. */
export const MusicSwitch = () => {
  const { isOn, problem, toggle } = useSwitch();
  const { musicOff } = settings.value;
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
          onClick={musicOff ? undefined : () => void toggle()}
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
