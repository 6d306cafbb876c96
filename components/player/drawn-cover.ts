interface Drawing {
  /** Pixels of a side. */
  size: number;
  /** The same number gives the same picture. */
  seed: number;
}

const skies = [
  ['#30347a', '#2f6189', '#4a9a98'],
  ['#232862', '#5b4a8f', '#d9836b'],
  ['#1d2148', '#3a3f86', '#8c6aa5'],
] as const;

const hills = ['#2b3170', '#232862'] as const;

/** Numbers from 0 to 1 that look like chance (mulberry32). */
const chance = (seed: number) => {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const drawSky = (context: CanvasRenderingContext2D, size: number, colors: readonly string[]): void => {
  const sky = context.createLinearGradient(0, 0, 0, size);
  for (const [index, color] of colors.entries()) sky.addColorStop(index * 0.45, color);
  context.fillStyle = sky;
  context.fillRect(0, 0, size, size);
};

const drawSun = (context: CanvasRenderingContext2D, size: number, next: () => number): void => {
  const [x, y, radius] = [size * (0.25 + 0.5 * next()), size * (0.35 + 0.22 * next()), size * 0.12];
  const light = context.createLinearGradient(0, y - radius, 0, y + radius);
  light.addColorStop(0, '#ffe6c7');
  light.addColorStop(1, '#ff9b5e');
  context.fillStyle = light;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
};

const drawHill = (context: CanvasRenderingContext2D, size: number, next: () => number): void => {
  const [left, right, bend] = [0.6 + 0.2 * next(), 0.6 + 0.2 * next(), 0.45 + 0.4 * next()];
  context.beginPath();
  context.moveTo(0, size * left);
  context.bezierCurveTo(size * 0.3, size * bend, size * 0.7, size * (1.4 - bend), size, size * right);
  context.lineTo(size, size);
  context.lineTo(0, size);
  context.fill();
};

/** Draws an evening over two hills: the picture of a track that has none. */
export const drawDusk = (context: CanvasRenderingContext2D, { size, seed }: Drawing): void => {
  const next = chance(seed);
  drawSky(context, size, skies[Math.floor(next() * skies.length)] ?? skies[0]);
  drawSun(context, size, next);
  for (const color of hills) {
    context.fillStyle = color;
    drawHill(context, size, next);
    context.translate(0, size * 0.08);
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
};
