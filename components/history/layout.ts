/** Pixels that a browser lays out well: Firefox ends at 17.8 million, Chromium at 33. */
const tallest = 15_000_000;
/** Pixels above and below the window that are rendered, too. */
const spare = 600;

/** Where each row begins, and where the last one ends, in pixels. */
export const offsetsOf = (count: number, heightOf: (at: number) => number): Float64Array => {
  const offsets = new Float64Array(count + 1);
  for (let at = 0; at < count; at += 1) offsets[at + 1] = (offsets[at] ?? 0) + heightOf(at);
  return offsets;
};

/** The last row that begins at or above `y`. */
const rowAt = (offsets: Float64Array, y: number): number => {
  let [low, high] = [0, offsets.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** The part of the list in the window: `top` is how far the list is scrolled past the window's upper edge. */
export interface Viewport {
  top: number;
  height: number;
}

export interface Layout {
  /** Of the whole list. */
  height: number;
  /** The rows to render, without `end`. */
  first: number;
  end: number;
  /** Where a row stands in the list. */
  topOf(at: number): number;
}

/** Which rows are in the window, and where. A list that is taller than browsers allow is scrolled faster than it moves. */
export const layoutOf = (offsets: Float64Array, { top, height: seen }: Viewport): Layout => {
  const whole = offsets.at(-1) ?? 0;
  const height = Math.min(whole, tallest);
  const way = Math.max(1, height - seen);
  const scrolled = Math.min(Math.max(top, 0), way);
  const shift = whole > height ? scrolled - scrolled * ((whole - seen) / way) : 0;
  const from = top - shift;
  const [last, count] = [rowAt(offsets, from + seen + spare), offsets.length - 1];
  return {
    height,
    first: count === 0 ? 0 : rowAt(offsets, from - spare),
    end: Math.min(count, last + 1),
    topOf: (at) => Math.min(Math.max((offsets[at] ?? 0) + shift, 0), Math.max(0, height - 1)),
  };
};
