import { text } from '../../lib/browser/texts.ts';
import { type Outcome, type SwitchParts, useSwitch } from './use-switch.ts';

const inWords = ({ said, lostService }: Outcome): string | null => {
  if (said === 'refused') return text('musicRefused');
  if (said === 'kept') return text('musicKept');
  return lostService === null ? null : text('musicServiceLost', lostService);
};

/** The section's title with its switch, and below what the browser did not do, or took along. */
export const MusicSwitch = (parts: SwitchParts) => {
  const { isOn, outcome, toggle } = useSwitch(parts);
  return (
    <>
      <div class="heading">
        <h2 id="music-title">{text('musicTitle')}</h2>
        <button
          type="button"
          role="switch"
          class="switch"
          aria-checked={isOn}
          aria-labelledby="music-title"
          aria-describedby="music-intro"
          onClick={toggle}
        />
      </div>
      <p id="music-intro" class="note">
        {text('musicIntro')}
      </p>
      <p role="alert" class="problem">
        {inWords(outcome)}
      </p>
    </>
  );
};
