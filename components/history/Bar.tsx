import { text } from '../../lib/i18n/texts.ts';
import type { Notice } from './use-notice.ts';

interface BarProps {
  notice: Notice | null;
  dismiss(): void;
}

/** What was done last, with its Undo, at the foot of the window. Both regions are there before their words. */
export const Bar = ({ notice, dismiss }: BarProps) => (
  <div class={notice ? 'bar' : 'unseen'}>
    <p role="status">{!notice?.isBad && notice?.words}</p>
    <p role="alert">{notice?.isBad && notice.words}</p>
    {notice && (
      <div class="buttons">
        {notice.undo && (
          <button type="button" id="undo" onClick={notice.undo}>
            {text('historyUndo')}
          </button>
        )}
        <button type="button" class="quiet" onClick={dismiss}>
          {text('dismiss')}
        </button>
      </div>
    )}
  </div>
);
