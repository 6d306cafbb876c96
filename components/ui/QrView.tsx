import { useEffect, useRef, useState } from 'preact/hooks';
import { copyImage } from '../../lib/browser/clipboard.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { currentExpiryText } from '../../lib/i18n/dates.ts';
import { shortDay } from '../../lib/i18n/past-dates.ts';
import { text } from '../../lib/i18n/texts.ts';
import { durations } from '../../lib/validity/validity.ts';
import { CopyButton } from './CopyButton.tsx';
import { Icon } from './Icon.tsx';

/** Black on white in every theme, with the white modules around it that a reader needs (ISO/IEC 18004). */
const svgOptions = { on: '#000', off: '#fff', pad: 4 };
const pngOptions = { on: [0, 0, 0], off: [255, 255, 255], pad: svgOptions.pad } as const;

/** Pixels that a side of the PNG has at least; each module has the same whole number of them. */
const minSide = 1200;

interface QrCode {
  /** The address of the picture. */
  source: string;
  svg(): Blob;
  /** Throws if the browser draws nothing. */
  png(): Blob;
}

/** Draws the code in the browser; null if the text is too long for one. */
const draw = async (content: string): Promise<QrCode | null> => {
  const [{ generate }, { toSvgDataURL, toSvgSource }] = await Promise.all([
    import('lean-qr'),
    import('lean-qr/extras/svg'),
  ]);
  let code;
  try {
    code = generate(content);
  } catch {
    return null;
  }
  const scale = Math.ceil(minSide / (code.size + 2 * svgOptions.pad));
  return {
    source: toSvgDataURL(code, svgOptions),
    svg: () =>
      new Blob([toSvgSource(code, { ...svgOptions, scale, xmlDeclaration: true })], {
        type: 'image/svg+xml',
      }),
    png() {
      const [, base64 = ''] = code.toDataURL({ ...pngOptions, scale }).split(',');
      return new Blob([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], { type: 'image/png' });
    },
  };
};

/** The name of the file, without its extension: "s.example-k7Wq2mXd". */
const fileName = (link: string): string => link.replace(/^https?:\/\//, '').replaceAll(/[^\w.-]+/g, '-');

/** Seconds before a link expires in which a saved code says so: it may be meant for paper. */
const soon = 30 * durations.day;

interface QrViewProps {
  shortLink: string;
  /** Unix seconds. */
  expiresAt: number | undefined;
  /** Asks until when the link is to be extended, if that is possible. */
  extend: (() => void) | undefined;
}

const outcomeTexts = {
  copied: 'qrCopied',
  'not-copied': 'qrNotCopied',
  'not-drawn': 'qrNotDrawn',
} as const;

/** What became of copying or saving the picture. */
type QrOutcome = { kind: keyof typeof outcomeTexts } | { kind: 'saved'; type: 'png' | 'svg' };

const OutcomeNote = ({
  outcome,
  expiresAt,
  extend,
}: { outcome: QrOutcome | null } & Omit<QrViewProps, 'shortLink'>) => {
  if (outcome?.kind === 'saved') {
    const isSoon = expiresAt !== undefined && expiresAt <= Date.now() / 1000 + soon;
    return (
      <div role="status" class="notice created">
        <Icon name="check" />
        <div class="grow">
          <p class="say">{text('qrSaved', outcome.type.toUpperCase())}</p>
          {isSoon && <p>{text('qrExpires', shortDay(expiresAt * 1000))}</p>}
        </div>
        {isSoon && extend && (
          <button type="button" class="small quiet" onClick={extend}>
            {text('extend')}
          </button>
        )}
      </div>
    );
  }
  return (
    <div role="status" class={!outcome || outcome.kind === 'copied' ? 'unseen' : 'note warn'}>
      {outcome && text(outcomeTexts[outcome.kind])}
    </div>
  );
};

/** The buttons that copy and save the picture; null until it is drawn. */
const QrButtons = ({ code, shortLink, ...props }: QrViewProps & { code: QrCode | null }) => {
  const [outcome, setOutcome] = useState<QrOutcome | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const save = (type: 'png' | 'svg'): void => {
    if (!code) return;
    try {
      saveFile(`${fileName(shortLink)}.${type}`, code[type]());
      setOutcome({ kind: 'saved', type });
    } catch {
      setOutcome({ kind: 'not-drawn' });
    }
  };
  const copy = async (drawn: QrCode): Promise<void> => {
    const isCopied = await copyImage(new Promise((resolve) => resolve(drawn.png())));
    setOutcome({ kind: isCopied ? 'copied' : 'not-copied' });
  };
  return (
    <>
      <CopyButton
        label="qrCopy"
        button={button}
        copied={outcome && outcome.kind === 'copied'}
        copy={() => code && void copy(code)}
      />
      <div class="pair">
        {(['png', 'svg'] as const).map((kind) => (
          <button key={kind} type="button" onClick={() => save(kind)}>
            <Icon name="save" />
            {text(kind === 'png' ? 'qrSavePng' : 'qrSaveSvg')}
          </button>
        ))}
      </div>
      <OutcomeNote outcome={outcome} {...props} />
    </>
  );
};

/** The QR code of a short link, and what copies and saves it. */
export const QrView = (props: QrViewProps) => {
  const { shortLink, expiresAt } = props;
  const [code, setCode] = useState<QrCode | null>();
  useEffect(() => void draw(shortLink).then(setCode), [shortLink]);
  return (
    <section class="form qr-view">
      <div class="tile">
        {code === null && <p class="note">{text('qrTooLong')}</p>}
        {code === undefined && <div class="qr" />}
        {code && <img class="qr" src={code.source} alt={text('qrCodeOf', shortLink)} />}
      </div>
      <div class="qr-controls form">
        <p class="qr-link">
          <bdi class="clamp" dir="ltr">
            {shortLink.replace(/^https?:\/\//, '')}
          </bdi>
          <span class="clamp meta num">{currentExpiryText(expiresAt)}</span>
        </p>
        {code !== null && <QrButtons {...props} code={code ?? null} />}
      </div>
    </section>
  );
};
