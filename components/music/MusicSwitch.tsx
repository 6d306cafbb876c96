import { useContext, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { Policy } from '../policy/policy-context.ts';
import { SetByOrganisation } from '../policy/SetByOrganisation.tsx';
import { type Outcome, type SwitchParts, useSwitch } from './use-switch.ts';

const inWords = ({ said, lostService }: Outcome): string | null => {
  if (said === 'refused') return text('musicRefused');
  if (said === 'kept') return text('musicKept');
  return lostService === null ? null : text('musicServiceLost', lostService);
};

interface LockProps {
  /** Whether we may look at all sites all the same. */
  isHeld: boolean;
  giveBack(): void;
}

/** That the organisation wants no music; and the way to give back what only music needs. */
const Lock = ({ isHeld, giveBack }: LockProps) => (
  <>
    <SetByOrganisation id="music-locked" />
    {isHeld && (
      <div class="held">
        <p class="note">{text('policyMusicHeld')}</p>
        <button type="button" onClick={giveBack}>
          {text('policyMusicGiveBack')}
        </button>
      </div>
    )}
  </>
);

/** The section's title with its switch, and below what the browser did not do, or took along. */
export const MusicSwitch = (parts: SwitchParts) => {
  const { isOn, outcome, toggle } = useSwitch(parts);
  const { musicOff } = useContext(Policy);
  const element = useRef<HTMLButtonElement>(null);
  const giveBack = (): void => {
    toggle();
    // The button beside the lock goes, and would take the focus along.
    element.current?.focus();
  };
  return (
    <>
      <div class="heading">
        <h2 id="music-title">{text('musicTitle')}</h2>
        <button
          ref={element}
          type="button"
          role="switch"
          class="switch"
          aria-checked={isOn && !musicOff}
          aria-disabled={musicOff}
          aria-labelledby="music-title"
          aria-describedby={musicOff ? 'music-intro music-locked' : 'music-intro'}
          onClick={musicOff ? undefined : toggle}
        />
      </div>
      <p id="music-intro" class="note">
        {text('musicIntro')}
      </p>
      {musicOff && <Lock isHeld={isOn} giveBack={giveBack} />}
      <p role="alert" class="problem">
        {inWords(outcome)}
      </p>
    </>
  );
};
