import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { copyImage } from '../../lib/browser/clipboard.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { dateText, expiryText } from '../../lib/i18n/dates.ts';
import { text } from '../../lib/i18n/texts.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { durations } from '../../lib/validity/validity.ts';
import { CopyButton } from './CopyButton.tsx';
import { Icon } from './Icon.tsx';
import {
  draw,
  qrFileName,
  type QrCaption,
  type QrDrawing,
  type QrFileOptions,
  qrPng,
  type QrSide,
  qrSvg,
  sidesFor,
  usualSide,
} from './qr-picture.ts';
import { SwitchRow } from './SwitchRow.tsx';

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

interface QrViewProps {
  shortLink: string;
  /** Unix seconds. */
  expiresAt: number | undefined;
  /** The service can change the link. */
  canExtend?: boolean | undefined;
}

type Format = QrSide | 'svg';

interface SizesProps {
  drawing: QrDrawing | null;
  format: Format;
  choose(format: Format): void;
}

const Sizes = ({ drawing, format, choose }: SizesProps) => (
  <div class="field">
    <span id="qr-size" class="label">
      {text('qrSize')}
    </span>
    <div class="chips segments" role="radiogroup" aria-labelledby="qr-size">
      {[...sidesFor(drawing), 'svg' as const].map((each) => (
        <label key={each}>
          <input type="radio" name="qr-size" checked={each === format} onChange={() => choose(each)} />
          {each === 'svg' ? <bdi>SVG</bdi> : text('qrPixels', String(each))}
        </label>
      ))}
    </div>
  </div>
);

/** Seconds before a link expires in which a saved code says so: it may be meant for paper. */
const soon = 30 * durations.day;

/** The short links of which this page has said that they expire soon. */
const warned = new Set<string>();

/** When the link stops working, once for each link that expires soon; otherwise nothing. */
const expiryWarning = ({ shortLink, expiresAt, canExtend }: QrViewProps): string => {
  if (expiresAt === undefined || expiresAt > Date.now() / 1000 + soon || warned.has(shortLink)) return '';
  warned.add(shortLink);
  return text(
    canExtend ? 'qrExpiresExtend' : 'qrExpires',
    dateText(expiresAt * 1000, { dateStyle: 'medium' }),
  );
};

const outcomeTexts = {
  copied: 'qrCopied',
  'not-copied': 'qrNotCopied',
  'not-drawn': 'qrNotDrawn',
} as const;

/** What became of copying or saving the picture. */
type QrOutcome = { kind: keyof typeof outcomeTexts } | { kind: 'saved'; name: string; warning: string };

const Outcome = ({ outcome }: { outcome: QrOutcome | null }) => {
  if (outcome?.kind === 'saved')
    return (
      <div role="status" class="notice">
        <Icon name="check" />
        <div>
          <p class="say">{text('qrSaved', outcome.name)}</p>
          {outcome.warning && <p class="num">{outcome.warning}</p>}
        </div>
      </div>
    );
  return (
    <div role="status" class={!outcome || outcome.kind === 'copied' ? 'unseen' : 'note warn'}>
      {outcome && text(outcomeTexts[outcome.kind])}
    </div>
  );
};

interface QrButtonsProps {
  format: Format;
  outcome: QrOutcome | null;
  button: RefObject<HTMLButtonElement | null>;
  save(): void;
  copy(): void;
}

const QrButtons = ({ format, outcome, button, save, copy }: QrButtonsProps) => {
  if (format === 'svg')
    return (
      <button ref={button} class="primary" type="button" onClick={save}>
        <Icon name="save" />
        {text('qrSaveSvg')}
      </button>
    );
  return (
    <div class="pair">
      <button type="button" onClick={save}>
        <Icon name="save" />
        {text('qrSavePng')}
      </button>
      <CopyButton label="qrCopy" button={button} copied={outcome && outcome.kind === 'copied'} copy={copy} />
    </div>
  );
};

interface QrControlsProps extends QrViewProps {
  /** Null until it is drawn. */
  drawing: QrDrawing | null;
  caption: QrCaption;
  isCaptioned: boolean;
  setCaptioned(isCaptioned: boolean): void;
}

/** The choices, and the buttons that save and copy the picture. */
const QrControls = ({ drawing, caption, isCaptioned, setCaptioned, ...props }: QrControlsProps) => {
  const [format, setFormat] = useState<Format>(usualSide);
  const [outcome, setOutcome] = useState<QrOutcome | null>(null);
  const { shortLink } = props;
  const optionsOf = (drawn: QrDrawing): QrFileOptions => ({
    drawing: drawn,
    side: format === 'svg' ? usualSide : format,
    caption: isCaptioned ? caption : null,
  });
  const save = async (drawn: QrDrawing): Promise<void> => {
    try {
      const content = format === 'svg' ? qrSvg(optionsOf(drawn)) : await qrPng(optionsOf(drawn));
      const name = `${qrFileName(shortLink)}.${format === 'svg' ? 'svg' : 'png'}`;
      saveFile(name, content);
      setOutcome({ kind: 'saved', name, warning: expiryWarning(props) });
    } catch {
      setOutcome({ kind: 'not-drawn' });
    }
  };
  const copy = async (drawn: QrDrawing): Promise<void> => {
    setOutcome({ kind: (await copyImage(qrPng(optionsOf(drawn)))) ? 'copied' : 'not-copied' });
  };
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  // After a change, the clipboard and the file have another picture than the one that is shown.
  const choose = (next: Format): void => {
    setOutcome(null);
    setFormat(next);
  };
  const setCaption = (isOn: boolean): void => {
    setOutcome(null);
    setCaptioned(isOn);
  };
  return (
    <>
      <Outcome outcome={outcome} />
      <Sizes drawing={drawing} format={format} choose={choose} />
      <SwitchRow
        id="qr-caption"
        label="qrCaption"
        hint="qrCaptionHint"
        checked={isCaptioned}
        change={setCaption}
      />
      <QrButtons
        format={format}
        outcome={outcome}
        button={button}
        save={() => drawing && void save(drawing)}
        copy={() => drawing && void copy(drawing)}
      />
    </>
  );
};

/** When a link expires (Unix seconds), or that it has; empty if that is unknown. */
export const currentExpiryText = (expiresAt: number | undefined): string => {
  if (expiresAt === undefined) return '';
  return expiresAt * 1000 > Date.now() ? expiryText(expiresAt) : text('expired');
};

/** The texts of a caption, without the joiners that only style sheets need. */
const captionOf = ({ shortLink, expiresAt = noExpiry }: QrViewProps): QrCaption => ({
  link: shortLink.replace(/^https?:\/\//, ''),
  expiry:
    expiresAt >= noExpiry
      ? ''
      : text('qrValidUntil', dateText(expiresAt * 1000, { dateStyle: 'medium' })).replaceAll('\u2060', ''),
});

/** The QR code of a short link, and what saves and copies it. A caption stands in the picture, and not twice. */
export const QrView = (props: QrViewProps) => {
  const { shortLink, expiresAt } = props;
  const drawing = useQrDrawing(shortLink);
  const [isCaptioned, setCaptioned] = useState(false);
  const caption = captionOf(props);
  return (
    <section class="form qr-view">
      <div class={isCaptioned ? 'tile captioned' : 'tile'}>
        <QrImage of={shortLink} drawing={drawing} />
        {isCaptioned && (
          <p class="qr-link">
            <bdi dir="ltr">{caption.link}</bdi>
            <span class="meta num">{caption.expiry}</span>
          </p>
        )}
      </div>
      <div class="qr-controls form">
        {!isCaptioned && (
          <p class="qr-link">
            <bdi class="clamp" dir="ltr">
              {caption.link}
            </bdi>
            <span class="meta num">{currentExpiryText(expiresAt)}</span>
          </p>
        )}
        {drawing !== 'too-long' && (
          <QrControls
            {...props}
            drawing={drawing === 'pending' ? null : drawing}
            caption={caption}
            isCaptioned={isCaptioned}
            setCaptioned={setCaptioned}
          />
        )}
      </div>
    </section>
  );
};
