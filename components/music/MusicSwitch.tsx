import { useEffect } from 'preact/hooks';
import { requestAllSites, revokeAllSites } from '../../lib/browser/permissions.ts';
import { text } from '../../lib/i18n/texts.ts';
import { origins, readGranted, siteAccess } from '../options/options-state.ts';
import { settings } from '../page.ts';
import { SetByOrganization } from '../policy/Policy.tsx';
import { Alert } from '../ui/Problem.tsx';
import { useAction } from '../ui/use-action.ts';

/**
 * The switch of music on 404 pages, and what the browser refused or revoked beyond it. It shows the permission itself, whoever
 * changes that; no setting is stored for it.
 */
export const MusicSwitch = ({ isFirstRun = false }) => {
  const { all, lostService } = siteAccess.value;
  /** Run it in the click: the permission is requested before any await. */
  const toggle = useAction(async () => {
    const isDone = await (all ? revokeAllSites(origins.value) : requestAllSites());
    await readGranted();
    return isDone ? null : text(all ? 'musicNotRevoked' : 'musicRefused');
  });
  // A message about an earlier change of the permission is out of date after the next one.
  useEffect(() => toggle.setFailure(null), [all]);

  // While all sites are being revoked, the service's own permission is missing for a moment, too.
  const lost = toggle.isRunning || lostService === null ? null : text('musicServiceLost', lostService);
  const { musicOff } = settings.value;
  return (
    <div class="setting">
      <div class="grow">
        <label id="music-title" for="music-switch">
          {text(isFirstRun ? 'firstRunMusic' : 'musicTitle')}
        </label>
        {musicOff ? (
          <SetByOrganization id="music-note" />
        ) : (
          <p id="music-note" class="note">
            {text(isFirstRun ? 'firstRunMusicHint' : 'musicIntro')}
          </p>
        )}
      </div>
      <button
        id="music-switch"
        type="button"
        role="switch"
        aria-checked={all && !musicOff}
        aria-disabled={musicOff}
        aria-labelledby="music-title"
        aria-describedby="music-note"
        onClick={musicOff ? undefined : () => void toggle.run()}
      />
      <Alert>{toggle.failure ?? lost}</Alert>
    </div>
  );
};
