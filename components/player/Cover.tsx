import { useEffect, useRef } from 'preact/hooks';
import { drawDusk } from './drawn-cover.ts';

interface CoverProps {
  /** Of the track; null while there is none. */
  id: number | null;
  /** As a PNG's data address; null where there is none. */
  cover(id: number): Promise<string | null>;
}

/** Pixels of the canvas: twice what is shown, for dense screens. */
const size = 176;

/** Milliseconds that a picture may take before a drawn one stands in for it. */
const patience = 600;

/** Decoded here, so that nothing is loaded and no policy of the page has a say. */
const decode = async (address: string): Promise<ImageBitmap> => {
  const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (char) => char.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type: 'image/png' }));
};

/** Fills the square with the middle of the picture. */
const drawPicture = (context: CanvasRenderingContext2D, picture: ImageBitmap): void => {
  const { width, height } = picture;
  const side = Math.min(width, height);
  context.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side, 0, 0, size, size);
  picture.close();
};

/** The picture of a track, or one that is drawn for it. */
export const Cover = ({ id, cover }: CoverProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return undefined;
    let isCurrent = true;
    const standIn = (): void => drawDusk(context, { size, seed: id ?? 0 });
    const timer = setTimeout(standIn, id === null ? 0 : patience);
    const show = async (of: number): Promise<void> => {
      const address = await cover(of);
      const picture = address === null ? null : await decode(address).catch(() => null);
      if (!isCurrent) return picture?.close();
      clearTimeout(timer);
      if (picture) drawPicture(context, picture);
      else standIn();
    };
    if (id !== null) void show(id);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id]);
  return <canvas ref={canvas} class="cover" width={size} height={size} aria-hidden="true" />;
};
