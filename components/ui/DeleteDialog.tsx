import { text } from '../../lib/i18n/texts.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface DeleteDialogProps {
  /** Without its scheme. */
  shortLink: string;
  run(): void;
  onClose(): void;
}

/** Asks whether a link should be deleted at the service. */
export const DeleteDialog = ({ shortLink, ...props }: DeleteDialogProps) => (
  <ConfirmDialog title={text('deleteTitle', shortLink)} label={text('deleteLink')} isDangerous {...props}>
    <p>{text('deleteNote')}</p>
    <p class="note">{text('deleteRevivable')}</p>
  </ConfirmDialog>
);
