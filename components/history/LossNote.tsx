import { useEffect, useState } from 'preact/hooks';
import { language, text } from '../../lib/i18n/texts.ts';
import type { HistoryActions } from './history-actions.ts';
import { focusOn } from './use-focus.ts';

const dateText = (ms: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(ms);

/** Says that the browser has lost the history, until the person dismisses it. Render it once the history is opened. */
export const LossNote = ({ actions }: { actions: Pick<HistoryActions, 'readLoss' | 'acknowledgeLoss'> }) => {
  const [lostAt, setLostAt] = useState<number | null>(null);
  useEffect(() => void actions.readLoss().then(setLostAt, () => undefined), []);
  const dismiss = (): void => {
    focusOn('#search');
    setLostAt(null);
    void actions.acknowledgeLoss().catch(() => undefined);
  };
  if (lostAt === null) return null;
  return (
    <div class="problem loss">
      <p role="alert">{text('historyLost', dateText(lostAt))}</p>
      <button type="button" class="quiet" onClick={dismiss}>
        {text('dismiss')}
      </button>
    </div>
  );
};
