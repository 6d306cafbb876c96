import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { copyImage } from '../../lib/browser/clipboard.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { escapeHtml } from '../../lib/formats/formats.ts';
import { dateText, expiryText } from '../../lib/i18n/dates.ts';
import { text } from '../../lib/i18n/texts.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { durations } from '../../lib/validity/validity.ts';
import { CopyButton } from './CopyButton.tsx';
import { Icon } from './Icon.tsx';
import { SwitchRow } from './SwitchRow.tsx';

export interface QrDrawing {
  /** Modules per side, including the quiet zone. */
  size: number;
  /** The dark modules, as an SVG path. */
  path: string;
}

/** White modules that a reader needs around the code (ISO/IEC 18004). */
const quietZone = 4;

/** Draws the code in the browser. */
export const draw = async (content: string): Promise<QrDrawing | 'too-long'> => {
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

/** Pixels per side of the PNG files. */
const sides = [300, 600, 1200] as const;
export type QrSide = (typeof sides)[number];
/** The side at first, and the one that an SVG is laid out for. */
const usualSide = 600;

/** Pixels of a module below which cameras have trouble. At 600 px, the largest code (185 modules) has as many. */
const minModule = 3;

/** The sides at which a code is easy to read: for a long short link, 300 px are too few. All sides until the code is drawn. */
export const sidesFor = (drawing: QrDrawing | null): QrSide[] =>
  sides.filter((side) => !drawing || side / drawing.size >= minModule);

/** What stands under the code. */
export interface QrCaption {
  link: string;
  /** Until when it is valid; empty if it never expires. */
  expiry: string;
}

interface Line {
  text: string;
  weight: number;
  /** Pixels. */
  size: number;
  baseline: number;
}

interface Picture {
  width: number;
  height: number;
  /** Pixels per module, a whole number. */
  module: number;
  /** Pixels from the edges to the drawing, which has the quiet zone in it. */
  inset: number;
  lines: Line[];
}

/** The sizes of the caption in a picture of 600 px. */
const linkLine = { weight: 500, size: 26, height: 32 };
const expiryLine = { weight: 400, size: 20, height: 24 };
const marginBelow = 8;
const maxTextWidth = 540;

const fontFamily = 'system-ui, sans-serif';
const fontOf = ({ weight, size }: Pick<Line, 'weight' | 'size'>): string =>
  `${weight} ${size}px ${fontFamily}`;

/** Breaks a link, which has no spaces, anywhere into lines that fit. `widthOf` gives pixels. */
const wrap = (link: string, widthOf: (line: string) => number): string[] => {
  const lines = [''];
  for (const character of link) {
    const longer = (lines.at(-1) ?? '') + character;
    if (widthOf(longer) > maxTextWidth) lines.push(character);
    else lines[lines.length - 1] = longer;
  }
  return lines;
};

interface LayoutOptions {
  drawing: QrDrawing;
  side: QrSide;
  caption: QrCaption | null;
  /** The width in pixels of a text in a font, as CSS writes fonts. */
  widthOf(line: string, font: string): number;
}

/**
 * A picture that is exactly `side` pixels wide, and taller with a caption. Each module has the same whole number of pixels;
 * what remains goes to the quiet zone, which is never less than four modules. A caption stands below the quiet zone; a long
 * link has several lines.
 */
export const layOut = ({ drawing, side, caption, widthOf }: LayoutOptions): Picture => {
  const module = Math.floor(side / drawing.size);
  const picture = { width: side, module, inset: Math.floor((side - module * drawing.size) / 2) };
  if (!caption) return { ...picture, height: side, lines: [] };
  const scale = side / usualSide;
  const links = wrap(caption.link, (line) => widthOf(line, fontOf(linkLine)));
  const rows = links.map((line) => ({ text: line, ...linkLine }));
  if (caption.expiry) rows.push({ text: caption.expiry, ...expiryLine });
  let bottom: number = usualSide;
  const lines = rows.map(({ height, size, ...row }) => {
    bottom += height;
    return { ...row, size: size * scale, baseline: (bottom - height / 4) * scale };
  });
  return { ...picture, height: Math.ceil((bottom + marginBelow) * scale), lines };
};

const newContext = (): CanvasRenderingContext2D => {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('The browser draws no picture.');
  return context;
};

const measured = (context: CanvasRenderingContext2D) => (line: string, font: string) => {
  context.font = font;
  return context.measureText(line).width;
};

type QrFileOptions = Omit<LayoutOptions, 'widthOf'>;

/** The SVG of a picture that is laid out. */
export const svgOf = ({ path }: QrDrawing, { width, height, module, inset, lines }: Picture): string => {
  const place = `translate(${inset} ${inset}) scale(${module})`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<path fill="#fff" d="M0 0h${width}v${height}H0z"/>`,
    `<path shape-rendering="crispEdges" transform="${place}" d="${path}"/>`,
    ...lines.map(
      (line) =>
        `<text x="${width / 2}" y="${line.baseline}" text-anchor="middle" direction="ltr" font-family="${fontFamily}" ` +
        `font-size="${line.size}" font-weight="${line.weight}">${escapeHtml(line.text)}</text>`,
    ),
    '</svg>',
  ].join('');
};

/** The QR code as an SVG file. Throws if a caption cannot be measured. */
const qrSvg = (options: QrFileOptions): Blob => {
  const widthOf = options.caption ? measured(newContext()) : () => 0;
  return new Blob([svgOf(options.drawing, layOut({ ...options, widthOf }))], { type: 'image/svg+xml' });
};

/** The QR code as a PNG file. Rejects if the browser draws nothing. */
const qrPng = async (options: QrFileOptions): Promise<Blob> => {
  const context = newContext();
  const { width, height, module, inset, lines } = layOut({ ...options, widthOf: measured(context) });
  const { canvas } = context;
  canvas.width = width;
  canvas.height = height;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000';
  context.textAlign = 'center';
  context.direction = 'ltr';
  for (const line of lines) {
    context.font = fontOf(line);
    context.fillText(line.text, width / 2, line.baseline);
  }
  context.setTransform(module, 0, 0, module, inset, inset);
  context.fill(new Path2D(options.drawing.path));
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser draws no picture.');
  return blob;
};

/** The name of the file, without its extension: "s.example-k7Wq2mXd". */
const qrFileName = (link: string): string => link.replace(/^https?:\/\//, '').replaceAll(/[^\w.-]+/g, '-');

/** A QR code: `pending` until it is drawn, `too-long` if its text is too long for one. */
type QrState = QrDrawing | 'pending' | 'too-long';

/** The QR code of an address, black on white in every theme: some readers cannot read other colours. */
const QrImage = ({ of, drawing }: { of: string; drawing: QrState }) => {
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

const OutcomeNote = ({ outcome }: { outcome: QrOutcome | null }) => {
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
      <OutcomeNote outcome={outcome} />
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
  const [drawing, setDrawing] = useState<QrState>('pending');
  useEffect(() => void draw(shortLink).then(setDrawing), [shortLink]);
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
