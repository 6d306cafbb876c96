import { text } from '../../lib/i18n/texts.ts';
import { QrCode } from '../QrCode.tsx';
import { Dialog } from '../ui/Dialog.tsx';

interface QrDialogProps {
  shortLink: string;
  closed(): void;
}

/** The QR code of a short link, and the link itself. */
export const QrDialog = ({ shortLink, closed }: QrDialogProps) => (
  <Dialog title={text('qrCode')} closed={closed}>
    <QrCode of={shortLink} />
    <p class="address" dir="ltr">
      {shortLink}
    </p>
    <form method="dialog" class="buttons">
      <button data-first>{text('historyClose')}</button>
    </form>
  </Dialog>
);
