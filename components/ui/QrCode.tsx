import { useEffect, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';

export interface QrDrawing {
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
  try {
    const code = generate(content);
    const cells = Array.from(
      { length: code.size ** 2 },
      (_, at) => [at % code.size, Math.floor(at / code.size)] as const,
    );
    const dark = cells.filter(([x, y]) => code.get(x, y));
    const path = dark.map(([x, y]) => `M${x + quietZone} ${y + quietZone}h1v1h-1z`).join('');
    return { size: code.size + 2 * quietZone, path };
  } catch {
    return 'too-long';
  }
};

/** A QR code: `pending` until it is drawn, `too-long` if its text is too long for one. */
type QrState = QrDrawing | 'pending' | 'too-long';

/** The QR code of an address. */
export const useQrDrawing = (of: string): QrState => {
  const [drawing, setDrawing] = useState<QrState>('pending');
  useEffect(() => void draw(of).then(setDrawing), [of]);
  return drawing;
};

interface QrImageProps {
  of: string;
  drawing: QrState;
}

/** The QR code of an address, black on white in every theme: some readers cannot read other colours. */
export const QrImage = ({ of, drawing }: QrImageProps) => {
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
