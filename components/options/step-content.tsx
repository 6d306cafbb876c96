import { text } from '../../lib/i18n/texts.ts';
import { Defaults } from '../first-run/Defaults.tsx';
import { EmbeddedService } from '../first-run/EmbeddedService.tsx';
import { Ready } from '../first-run/Ready.tsx';
import type { Step } from '../first-run/steps.ts';
import { MusicSwitch } from '../music/MusicSwitch.tsx';
import { connectionOf, type Wired } from './sections.tsx';

/** What a step of the first run shows. */
export const stepContent = (step: Step, wired: Wired) => {
  const { parts, actions } = wired;
  switch (step) {
    case 'first-run':
      return (
        <>
          {connectionOf(wired)}
          {parts.connection ? (
            // What an organisation set says by itself what is still to be done.
            !parts.policy.connection.hasKey && (
              <p class="note">{text('firstRunConnected', parts.connection.address)}</p>
            )
          ) : (
            <EmbeddedService copy={actions.copy} />
          )}
        </>
      );
    case 'first-run-2':
      return <Defaults first={parts.shortening.settings} actions={actions.shortening} />;
    case 'first-run-3':
      return (
        <section class="music" aria-labelledby="music-title">
          <MusicSwitch first={parts.music.reach} actions={actions.music} />
        </section>
      );
    case 'first-run-done':
      return (
        <Ready
          connection={parts.connection ?? null}
          isFirefox={parts.isFirefox}
          shortcuts={parts.shortcuts}
          actions={{ ...actions.shortcuts, ...actions.doctor }}
        />
      );
  }
};
