import { useContext, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { Policy } from '../policy/policy-context.ts';
import { SetByOrganisation } from '../policy/SetByOrganisation.tsx';
import { type SwitchOptions, type SwitchOutcome, useSwitch } from './use-switch.ts';

const outcomeText = ({ failed, lostService }: SwitchOutcome): string | null => {
  if (failed === 'not-granted') return text('musicRefused');
  if (failed === 'not-revoked') return text('musicNotRevoked');
  return lostService === null ? null : text('musicServiceLost', lostService);
};

interface LockProps {
  /** Whether the extension still has access to all sites. */
  isGranted: boolean;
  revoke(): void;
}

/** Says that a policy switches music off, and offers to revoke the access that only music needs. */
const Lock = ({ isGranted, revoke }: LockProps) => (
  <>
    <SetByOrganisation id="music-locked" />
    {isGranted && (
      <>
        <p class="note">{text('policyMusicGranted')}</p>
        <button type="button" class="small" onClick={revoke}>
          {text('policyMusicRevoke')}
        </button>
      </>
    )}
  </>
);

const WhatIsSeen = () => (
  <div class="setting more">
    <details>
      <summary>{text('musicSees')}</summary>
      <p class="soft">{text('musicSeesWhat')}</p>
    </details>
  </div>
);

/** The switch of music, what the browser refused or revoked beyond it, and what the extension sees then. */
export const MusicSwitch = (options: SwitchOptions) => {
  const { isOn, outcome, toggle } = useSwitch(options);
  const { musicOff } = useContext(Policy);
  const button = useRef<HTMLButtonElement>(null);
  const revoke = (): void => {
    toggle();
    // The button of the lock is removed and would lose the focus.
    button.current?.focus();
  };
  return (
    <>
      <div class="setting">
        <div class="grow">
          <label id="music-title" for="music-switch">
            {text('musicTitle')}
          </label>
          <p id="music-intro" class="note">
            {text('musicIntro')}
          </p>
          {musicOff && <Lock isGranted={isOn} revoke={revoke} />}
        </div>
        <button
          ref={button}
          id="music-switch"
          type="button"
          role="switch"
          aria-checked={isOn && !musicOff}
          aria-disabled={musicOff}
          aria-labelledby="music-title"
          aria-describedby={musicOff ? 'music-intro music-locked' : 'music-intro'}
          onClick={musicOff ? undefined : toggle}
        />
        <p role="alert" class="problem">
          {outcomeText(outcome)}
        </p>
      </div>
      <WhatIsSeen />
    </>
  );
};
