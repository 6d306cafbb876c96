import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { CopyButton } from './CopyButton.tsx';
import { Icon } from './Icon.tsx';
import { QrImage, type QrDrawing, useQrDrawing } from './QrCode.tsx';
import { qrFileName, qrPng, qrSvg } from './qr-files.ts';

/** None of them rejects. */
export interface QrActions {
  /** Resolves with whether the clipboard contains the picture. */
  copyImage(promised: Promise<Blob>): Promise<boolean>;
  /** Saves a file as the browser saves downloads. */
  save(name: string, content: Blob): void;
}

interface QrViewProps {
  shortLink: string;
  /** When the link expires, as a text. */
  expiry: string;
  actions: QrActions;
}

interface QrButtonsProps extends Pick<QrViewProps, 'shortLink' | 'actions'> {
  /** Null until it is drawn. */
  drawing: QrDrawing | null;
}

/** Copies and saves the picture. */
const useFiles = ({ shortLink, drawing, actions }: QrButtonsProps) => {
  const [copied, setCopied] = useState<boolean | null>(null);
  const name = qrFileName(shortLink);
  const copy = (): void => {
    if (drawing) void actions.copyImage(qrPng(drawing)).then(setCopied);
  };
  const saveSvg = (): void => {
    if (drawing) actions.save(`${name}.svg`, qrSvg(drawing));
  };
  const savePng = (): void => {
    // A file that can be printed, too, is better than none.
    if (drawing) void qrPng(drawing).then((png) => actions.save(`${name}.png`, png), saveSvg);
  };
  return { copied, copy, savePng, saveSvg };
};

/** The buttons that copy and save the picture, and whether it is copied. */
const QrButtons = (props: QrButtonsProps) => {
  const { copied, copy, savePng, saveSvg } = useFiles(props);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <CopyButton label="qrCopy" button={button} copied={copied} copy={copy} />
      <div class="pair">
        <button type="button" onClick={savePng}>
          <Icon name="save" />
          {text('qrSavePng')}
        </button>
        <button type="button" onClick={saveSvg}>
          <Icon name="save" />
          {text('qrSaveSvg')}
        </button>
      </div>
      <p role="status" class={copied === false ? 'note warn' : 'unseen'}>
        {copied !== null && text(copied ? 'qrCopied' : 'qrNotCopied')}
      </p>
    </>
  );
};

/** The QR code of a short link, and the buttons that copy and save it. */
export const QrView = ({ shortLink, expiry, actions }: QrViewProps) => {
  const drawing = useQrDrawing(shortLink);
  return (
    <section class="form qr-view">
      <div class="tile">
        <QrImage of={shortLink} drawing={drawing} />
      </div>
      <p class="qr-link">
        <bdi class="clamp" dir="ltr">
          {shortLink.replace(/^https?:\/\//, '')}
        </bdi>
        <span class="meta num">{expiry}</span>
      </p>
      {drawing !== 'too-long' && (
        <QrButtons shortLink={shortLink} actions={actions} drawing={drawing === 'pending' ? null : drawing} />
      )}
    </section>
  );
};
