import { Dialog } from '../ui/Dialog.tsx';
import type { Attempt } from '../../lib/history/contract.ts';
import { expiryText } from '../../lib/i18n/dates.ts';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import type { Choice, Preset } from '../../lib/validity/validity.ts';
import type { Outcome } from '../../lib/shortening/request.ts';
import type { CreatedLink } from '../popup/use-shortening.ts';
import type { HistoryActions } from './history-actions.ts';
import { RecreateDialog } from './RecreateDialog.tsx';
import type { OpenDialog } from './use-rows.ts';
import { type QrActions, QrView } from '../ui/QrView.tsx';

interface ClearDialogProps {
  count: number;
  clear(): void;
  onClose(): void;
}

/** Asks whether the whole history should be removed. */
const ClearDialog = ({ count, clear, onClose }: ClearDialogProps) => (
  <Dialog title={text('historyClearTitle', formatNumber(count))} onClose={onClose}>
    <p>{text('historyClearNote')}</p>
    <form method="dialog" class="buttons">
      <button class="danger" onClick={clear}>
        {text('historyClearYes')}
      </button>
      <button data-autofocus>{text('historyCancel')}</button>
    </form>
  </Dialog>
);

interface QrDialogProps {
  attempt: Attempt;
  actions: QrActions;
  onClose(): void;
}

/** The QR code of a short link; the focus is on its first button. */
const QrDialog = ({ attempt: { shortLink = '', expiresAt }, actions, onClose }: QrDialogProps) => (
  <Dialog title={text('qrCode')} onClose={onClose}>
    <QrView
      shortLink={shortLink}
      expiry={expiresAt === undefined ? '' : expiryText(expiresAt)}
      actions={actions}
    />
    <form method="dialog" class="buttons">
      <button>{text('historyClose')}</button>
    </form>
  </Dialog>
);

interface DialogsProps {
  open: OpenDialog;
  actions: HistoryActions;
  choice: Preset;
  /** The validities to choose from. */
  offered: readonly Choice[];
  /** Whether a new link is copied without a click on Copy. */
  copyAtOnce: boolean;
  count: number;
  clear(): void;
  onCreated(created: CreatedLink): void;
  onLateOutcome(outcome: Outcome): void;
  onClose(): void;
}

/** The dialog that is open, if any. */
export const Dialogs = ({
  open,
  actions,
  choice,
  offered,
  copyAtOnce,
  count,
  clear,
  onCreated,
  onLateOutcome,
  onClose,
}: DialogsProps) => {
  if (open === null) return null;
  if (open.kind === 'clear') return <ClearDialog count={count} clear={clear} onClose={onClose} />;
  const { attempt } = open;
  if (open.kind === 'recreate')
    return (
      <RecreateDialog
        attempt={attempt}
        actions={actions}
        choice={choice}
        offered={offered}
        copyAtOnce={copyAtOnce}
        onCreated={onCreated}
        onLateOutcome={onLateOutcome}
        onClose={onClose}
      />
    );
  return <QrDialog attempt={attempt} actions={actions} onClose={onClose} />;
};
