import type { QrDrawing } from './QrCode.tsx';

/** Pixels per side that a QR code has at least, so that it can be printed. */
const minSide = 1024;

/** The QR code as an SVG file. */
export const qrSvg = ({ size, path }: QrDrawing): Blob => {
  const paths = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/>`;
  const root = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`;
  return new Blob([`${root}${paths}</svg>`], { type: 'image/svg+xml' });
};

/** The QR code as a PNG file with a whole number of pixels for each module. Rejects if the browser draws nothing. */
export const qrPng = async ({ size, path }: QrDrawing): Promise<Blob> => {
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
export const qrFileName = (link: string): string =>
  link.replace(/^https?:\/\//, '').replaceAll(/[^\w.-]+/g, '-');
