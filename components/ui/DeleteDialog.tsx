import { text } from '../../lib/i18n/texts.ts';
import { Dialog } from './Dialog.tsx';

interface DeleteDialogProps {
  /** Without its scheme. */
  shortLink: string;
  run(): void;
  onClose(): void;
}

/** Asks whether a link should be deleted at the service. */
export const DeleteDialog = ({ shortLink, run, onClose }: DeleteDialogProps) => (
  <Dialog title={text('deleteTitle', shortLink)} onClose={onClose}>
    <p>{text('deleteNote')}</p>
    <p class="note">{text('deleteRevivable')}</p>
    <form method="dialog" class="buttons">
      <button data-autofocus>{text('historyCancel')}</button>
      <button class="danger" onClick={run}>
        {text('deleteLink')}
      </button>
    </form>
  </Dialog>
);
