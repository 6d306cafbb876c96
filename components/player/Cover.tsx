import { useEffect, useRef } from 'preact/hooks';
import { drawPlaceholderCover } from './placeholder-cover.ts';

interface CoverProps {
  /** Id of the track; null while there is none. */
  id: number | null;
  /** Resolves with a PNG data address; null if there is no cover. */
  loadCover(id: number): Promise<string | null>;
}

/** Pixels of the canvas: twice its size on the screen, for high-density displays. */
const size = 176;

/** Milliseconds that a cover may load before a placeholder is drawn. */
const placeholderDelay = 600;

/** Decodes the data address without a request, which a policy of the page could block. */
const decode = async (address: string): Promise<ImageBitmap> => {
  const base64 = address.slice(address.indexOf(',') + 1);
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type: 'image/png' }));
};

/** Fills the canvas with the centre square of the picture. */
const drawPicture = (context: CanvasRenderingContext2D, picture: ImageBitmap): void => {
  const { width, height } = picture;
  const side = Math.min(width, height);
  context.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side, 0, 0, size, size);
  picture.close();
};

/** The cover of a track, or a placeholder. */
export const Cover = ({ id, loadCover }: CoverProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return undefined;

    let isCurrent = true;
    const drawPlaceholder = (): void => drawPlaceholderCover(context, { size, seed: id ?? 0 });
    const timer = setTimeout(drawPlaceholder, id === null ? 0 : placeholderDelay);
    const show = async (track: number): Promise<void> => {
      const address = await loadCover(track);
      const picture = address === null ? null : await decode(address).catch(() => null);
      if (!isCurrent) return picture?.close();
      clearTimeout(timer);
      if (picture) drawPicture(context, picture);
      else drawPlaceholder();
    };
    if (id !== null) void show(id);

    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id]);
  return <canvas ref={canvas} class="cover" width={size} height={size} aria-hidden="true" />;
};
