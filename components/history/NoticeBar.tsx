import { useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { Icon } from '../ui/Icon.tsx';

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

/**
 * The notice about the last action, with its Undo. Both live regions exist before their texts: otherwise screen readers would
 * not announce them.
 */
export const NoticeBar = ({ notice, dismiss }: NoticeBarProps) => (
  <div class={notice ? 'bar about-action' : 'unseen'}>
    <p role="status">{!notice?.isProblem && notice?.text}</p>
    <p role="alert">{notice?.isProblem && notice.text}</p>
    {notice?.undo && (
      <button type="button" class="small quiet" id="undo" onClick={notice.undo}>
        {text('historyUndo')}
      </button>
    )}
    {notice && (
      <button
        type="button"
        class="small only-icon"
        aria-label={text('dismiss')}
        title={text('dismiss')}
        onClick={dismiss}
      >
        <Icon name="close" small />
      </button>
    )}
  </div>
);
