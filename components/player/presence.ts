import { render, type VNode } from 'preact';
import { createPresence, type Presence } from '../host/presence.ts';
import css from './player.css?inline';

interface PlayerPresenceParts extends Pick<
  Parameters<typeof createPresence>[0],
  'signal' | 'isAlive' | 'gaveUp' | 'isExtensionThere' | 'orphaned'
> {
  /** Closed unless told. */
  mode: ShadowRootMode | undefined;
  /** What is to be shown now; called again for every drawing. */
  show(): VNode;
}

/** The player in the page; never over what fills the screen. */
export const createPlayerPresence = ({ show, mode = 'closed', ...parts }: PlayerPresenceParts): Presence => {
  const presence = createPresence({
    ...parts,
    ...{ kind: 'player', css, mode },
    paint(shell, isThere) {
      if (document.fullscreenElement !== null) shell.hidden = true;
      render(isThere ? show() : null, shell);
    },
  });
  document.addEventListener('fullscreenchange', presence.draw, { signal: parts.signal });
  return presence;
};
