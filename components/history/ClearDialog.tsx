import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { Dialog } from '../ui/Dialog.tsx';

interface ClearDialogProps {
  count: number;
  clear(): void;
  closed(): void;
}

/** Asks whether everything is to be forgotten. */
export const ClearDialog = ({ count, clear, closed }: ClearDialogProps) => (
  <Dialog title={text('historyClearTitle', formatNumber(count))} closed={closed}>
    <p>{text('historyClearNote')}</p>
    <form method="dialog" class="buttons">
      <button class="danger" onClick={clear}>
        {text('historyClearYes')}
      </button>
      <button data-first>{text('historyCancel')}</button>
    </form>
  </Dialog>
);
