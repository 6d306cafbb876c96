import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { CopyButton } from './CopyButton.tsx';
import { Icon } from './Icon.tsx';

interface QrDrawing {
  /** Modules per side, including the quiet zone. */
  size: number;
  /** The dark modules, as an SVG path. */
  path: string;
}

/** White modules that a reader needs around the code (ISO/IEC 18004). */
const quietZone = 4;

/** Draws the code in the browser. */
const draw = async (content: string): Promise<QrDrawing | 'too-long'> => {
  const { generate } = await import('lean-qr');
  let code;
  try {
    code = generate(content);
  } catch {
    // It throws if no code has so many modules.
    return 'too-long';
  }
  let path = '';
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1)
      if (code.get(x, y)) path += `M${x + quietZone} ${y + quietZone}h1v1h-1z`;
  return { size: code.size + 2 * quietZone, path };
};

/** A QR code: `pending` until it is drawn, `too-long` if its text is too long for one. */
type QrState = QrDrawing | 'pending' | 'too-long';

/** The QR code of an address. */
const useQrDrawing = (of: string): QrState => {
  const [drawing, setDrawing] = useState<QrState>('pending');
  useEffect(() => void draw(of).then(setDrawing), [of]);
  return drawing;
};

interface QrImageProps {
  of: string;
  drawing: QrState;
}

/** The QR code of an address, black on white in every theme: some readers cannot read other colours. */
const QrImage = ({ of, drawing }: QrImageProps) => {
  if (drawing === 'pending') return <div class="qr" />;
  if (drawing === 'too-long') return <p class="note">{text('qrTooLong')}</p>;
  const side = `0 0 ${drawing.size} ${drawing.size}`;
  return (
    <svg class="qr" role="img" aria-label={text('qrCodeOf', of)} viewBox={side} shape-rendering="crispEdges">
      <path fill="#fff" d={`M0 0h${drawing.size}v${drawing.size}H0z`} />
      <path fill="#000" d={drawing.path} />
    </svg>
  );
};

/** Pixels per side that a QR code has at least, so that it can be printed. */
const minSide = 1024;

/** The QR code as an SVG file. */
const qrSvg = ({ size, path }: QrDrawing): Blob => {
  const paths = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/>`;
  const root = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`;
  return new Blob([`${root}${paths}</svg>`], { type: 'image/svg+xml' });
};

/** The QR code as a PNG file with a whole number of pixels for each module. Rejects if the browser draws nothing. */
const qrPng = async ({ size, path }: QrDrawing): Promise<Blob> => {
  const scale = Math.ceil(minSide / size);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * scale;
  const context = canvas.getContext('2d');
  context?.scale(scale, scale);
  for (const [colour, shape] of [
    ['#fff', `M0 0h${size}v${size}H0z`],
    ['#000', path],
  ] as const) {
    if (context) context.fillStyle = colour;
    context?.fill(new Path2D(shape));
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser draws no picture.');
  return blob;
};

/** The name of the file, without its ending: "s.example-k7Wq2mXd". */
const qrFileName = (link: string): string => link.replace(/^https?:\/\//, '').replaceAll(/[^\w.-]+/g, '-');

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

/** The buttons that copy and save the picture, and whether it is copied. */
const QrButtons = ({ shortLink, drawing, actions }: QrButtonsProps) => {
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
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <CopyButton label="qrCopy" button={button} copied={copied} copy={copy} />
      <div class="pair">
        <button type="button" onClick={savePng}>
          <Icon name="save" />
          <span class="unseen">{text('qrSavePng')}</span>
          <bdi aria-hidden="true">PNG</bdi>
        </button>
        <button type="button" onClick={saveSvg}>
          <Icon name="save" />
          <span class="unseen">{text('qrSaveSvg')}</span>
          <bdi aria-hidden="true">SVG</bdi>
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
