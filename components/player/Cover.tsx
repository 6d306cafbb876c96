import { useEffect, useRef } from 'preact/hooks';

interface CoverProps {
  /** Id of the track; null while there is none. */
  id: number | null;
  /** Resolves with a PNG data address; null if there is no cover. */
  loadCover(id: number): Promise<string | null | undefined>;
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

/** Gradients from top to bottom. */
const skies = [
  ['#30347a', '#2f6189', '#4a9a98'],
  ['#232862', '#5b4a8f', '#d9836b'],
  ['#1d2148', '#3a3f86', '#8c6aa5'],
] as const;

const hillColors = ['#2b3170', '#232862'] as const;

/** Returns a generator of pseudo-random numbers from 0 to below 1 (mulberry32). */
const createRandom = (seed: number) => {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const drawSky = (context: CanvasRenderingContext2D, colors: readonly string[]): void => {
  const gradient = context.createLinearGradient(0, 0, 0, size);
  for (const [index, color] of colors.entries()) gradient.addColorStop(index * 0.45, color);
  context.fillStyle = gradient;
  context.fillRect(0, 0, size, size);
};

const drawSun = (context: CanvasRenderingContext2D, random: () => number): void => {
  const x = size * (0.25 + 0.5 * random());
  const y = size * (0.35 + 0.22 * random());
  const radius = size * 0.12;
  const gradient = context.createLinearGradient(0, y - radius, 0, y + radius);
  gradient.addColorStop(0, '#ffe6c7');
  gradient.addColorStop(1, '#ff9b5e');
  context.fillStyle = gradient;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
};

const drawHill = (context: CanvasRenderingContext2D, random: () => number): void => {
  const left = 0.6 + 0.2 * random();
  const right = 0.6 + 0.2 * random();
  const bend = 0.45 + 0.4 * random();
  context.beginPath();
  context.moveTo(0, size * left);
  context.bezierCurveTo(size * 0.3, size * bend, size * 0.7, size * (1.4 - bend), size, size * right);
  context.lineTo(size, size);
  context.lineTo(0, size);
  context.fill();
};

/** Draws a sunset over two hills, the cover of a track without one. The same seed leads to the same picture. */
const drawPlaceholder = (context: CanvasRenderingContext2D, seed: number): void => {
  const random = createRandom(seed);
  drawSky(context, skies[Math.floor(random() * skies.length)] ?? skies[0]);
  drawSun(context, random);
  for (const color of hillColors) {
    context.fillStyle = color;
    drawHill(context, random);
    context.translate(0, size * 0.08);
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
};

/** The cover of a track, or a placeholder. */
export const Cover = ({ id, loadCover }: CoverProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return undefined;

    let isCurrent = true;
    const showPlaceholder = (): void => drawPlaceholder(context, id ?? 0);
    const timer = setTimeout(showPlaceholder, id === null ? 0 : placeholderDelay);
    const show = async (track: number): Promise<void> => {
      const address = await loadCover(track);
      const picture = address ? await decode(address).catch(() => null) : null;
      if (!isCurrent) return picture?.close();
      clearTimeout(timer);
      if (picture) drawPicture(context, picture);
      else showPlaceholder();
    };
    if (id !== null) void show(id);

    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id]);
  return <canvas ref={canvas} class="cover" width={size} height={size} aria-hidden="true" />;
};
