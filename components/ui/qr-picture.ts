import { escapeHtml } from '../../lib/formats/formats.ts';

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
export const usualSide = 600;

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

export type QrFileOptions = Omit<LayoutOptions, 'widthOf'>;

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
export const qrSvg = (options: QrFileOptions): Blob => {
  const widthOf = options.caption ? measured(newContext()) : () => 0;
  return new Blob([svgOf(options.drawing, layOut({ ...options, widthOf }))], { type: 'image/svg+xml' });
};

/** The QR code as a PNG file. Rejects if the browser draws nothing. */
export const qrPng = async (options: QrFileOptions): Promise<Blob> => {
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
export const qrFileName = (link: string): string =>
  link.replace(/^https?:\/\//, '').replaceAll(/[^\w.-]+/g, '-');
