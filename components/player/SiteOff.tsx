import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import * as icons from '../ui/icon-shapes.ts';
import { createDismissTimer, undoTime } from '../overlay/dismiss-timer.ts';
import { GeneratedText } from './GeneratedText.tsx';
import { IconButton } from './IconButton.tsx';
import { isPlayingHere } from './report.ts';
import type { PlayerActions, PlayerView } from './session.ts';

/** What the player says about its site. */
export interface SiteSentence {
  text: string;
  isProblem: boolean;
}

interface SiteOptions {
  view: PlayerView;
  actions: Pick<PlayerActions, 'send' | 'disableSite' | 'undoDisableSite'>;
}

const failures = { unsaved: 'playerSiteUnsaved', 'not-undone': 'playerNotUndone' } as const;

/** Switching the site off and on again, and what the player says about it. */
export const useSite = ({ view: { isSiteOff, report }, actions }: SiteOptions) => {
  const [failed, setFailed] = useState<keyof typeof failures | null>(null);
  const run = (change: () => Promise<boolean>, failure: keyof typeof failures) => (): void =>
    void change().then((isDone) => setFailed(isDone ? null : failure));
  // A failure to switch it off is out of date once the notice is shown.
  const possible = isSiteOff ? 'not-undone' : 'unsaved';
  const hasFailed = failed === possible;
  const key = hasFailed ? failures[possible] : 'playerSiteOff';
  const sentence = hasFailed || isSiteOff ? { text: text(key), isProblem: hasFailed } : null;
  const undo = hasFailed ? null : run(actions.undoDisableSite, 'not-undone');
  const disable = (): void => {
    if (isPlayingHere(report)) actions.send({ type: 'pause' });
    run(actions.disableSite, 'unsaved')();
  };
  return { sentence, disable, undo };
};

interface SiteOffProps {
  /** Undoes it; null if that is not possible. */
  undo: (() => void) | null;
  close(): void;
}

/** The buttons of the notice that the site was switched off, which closes by itself. */
export const SiteOff = ({ undo, close }: SiteOffProps) => {
  const element = useRef<HTMLDivElement>(null);
  const hasUndo = undo !== null;
  useLayoutEffect(() => {
    // Only the buttons count: the pointer may still be over the sentence, where the person pressed "Never on this site".
    const isInUse = (): boolean => element.current?.matches(':is(:hover, :has(:focus-visible))') ?? false;
    const timer = createDismissTimer(isInUse, close);
    timer.start(undoTime);
    // The button with the focus is removed.
    if (!hasUndo) element.current?.querySelector('button')?.focus({ preventScroll: true });
    return timer.stop;
  }, [hasUndo]);
  return (
    <div ref={element} class="pill">
      {undo && (
        <button type="button" class="undo" onClick={undo}>
          <GeneratedText text={text('playerUndo')} />
        </button>
      )}
      <IconButton label="playerClose" icon={icons.close} onPress={close} />
    </div>
  );
};
