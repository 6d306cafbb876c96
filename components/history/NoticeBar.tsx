import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { focusOnList } from './use-focus.ts';

/** What the page says about the last action. */
export interface Notice {
  text: string;
  isProblem?: boolean;
  /** It says what is being done, until another notice says what was done. */
  isBusy?: boolean;
  undo?: () => void;
}

/** Milliseconds for which a notice is shown, and one with an Undo. */
const shownFor = 6000;
const undoFor = 10_000;

export type ShowNotice = (notice: Notice) => void;

export const useNotice = () => {
  const [notice, setNotice] = useState<Notice | null>(null);
  const showNotice: ShowNotice = (next) => setNotice(next);
  return { notice, showNotice, dismiss: () => setNotice(null) };
};

interface NoticeBarProps {
  notice: Notice | null;
  dismiss(): void;
}

/** Dismisses the notice after its time, which restarts when the pointer or the focus leaves it. Problems stay. */
const useTimeLimit = ({ notice, dismiss }: NoticeBarProps) => {
  const bar = useRef<HTMLDivElement>(null);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!notice || notice.isProblem || notice.isBusy || isHeld) return undefined;
    const timer = setTimeout(dismiss, notice.undo ? undoFor : shownFor);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  // A button that is removed with its notice takes the focus along without an event.
  useEffect(() => setHeld(bar.current?.matches(':hover, :focus-within') ?? false), [notice]);
  const hold = (): void => setHeld(true);
  const release = (): void => setHeld(false);
  return { ref: bar, onPointerEnter: hold, onPointerLeave: release, onFocusIn: hold, onFocusOut: release };
};

/**
 * The notice about the last action, with its Undo. Both live regions exist before their texts: otherwise screen readers would
 * not announce them.
 */
export const NoticeBar = ({ notice, dismiss }: NoticeBarProps) => {
  const attributes = useTimeLimit({ notice, dismiss });
  return (
    <div class={notice ? 'bar about-action' : 'unseen'} {...attributes}>
      <p role="status">{!notice?.isProblem && notice?.text}</p>
      <p role="alert">{notice?.isProblem && notice.text}</p>
      {notice?.undo && (
        <button
          type="button"
          class="small quiet"
          id="undo"
          aria-keyshortcuts="Control+Z Meta+Z"
          onClick={notice.undo}
        >
          {text('historyUndo')}
        </button>
      )}
      {notice && (
        <button
          type="button"
          class="small only-icon"
          aria-label={text('dismiss')}
          title={text('dismiss')}
          onClick={() => {
            dismiss();
            focusOnList();
          }}
        >
          <Icon name="close" small />
        </button>
      )}
    </div>
  );
};
