import { useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';

/** What the page says about the last action. */
export interface Notice {
  text: string;
  isProblem?: boolean;
  undo?: () => void;
}

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

/** The notice about the last action, with its Undo, at the bottom of the window. Both live regions exist before their texts. */
export const NoticeBar = ({ notice, dismiss }: NoticeBarProps) => (
  <div class={notice ? 'bar' : 'unseen'}>
    <p role="status">{!notice?.isProblem && notice?.text}</p>
    <p role="alert">{notice?.isProblem && notice.text}</p>
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
