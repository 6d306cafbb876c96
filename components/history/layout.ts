/** The height in pixels that every browser can lay out: the limit is 17.8 million in Firefox, 33 million in Chromium. */
const tallest = 15_000_000;
/** Pixels above and below the window that are also rendered. */
const overscan = 600;

/** The top of each row, and the bottom of the last one, in pixels. */
export const offsetsOf = (count: number, heightOf: (at: number) => number): Float64Array => {
  const offsets = new Float64Array(count + 1);
  for (let at = 0; at < count; at += 1) offsets[at + 1] = (offsets[at] ?? 0) + heightOf(at);
  return offsets;
};

/** The last row that begins at or above `y`. */
const rowAt = (offsets: Float64Array, y: number): number => {
  let low = 0;
  let high = offsets.length - 2;
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
  /** The height of the whole list. */
  height: number;
  /** The rows to render, without `end`. */
  first: number;
  end: number;
  /** The top of a row inside the list, in pixels. */
  topOf(at: number): number;
}

/**
 * The rows inside the window and their positions. If the list is taller than browsers allow, each scrolled pixel moves the rows
 * by more than one pixel; `shift` is the difference so far.
 */
export const layoutOf = (offsets: Float64Array, { top, height: visible }: Viewport): Layout => {
  const whole = offsets.at(-1) ?? 0;
  const height = Math.min(whole, tallest);
  const range = Math.max(1, height - visible);
  const scrolled = Math.min(Math.max(top, 0), range);
  const shift = whole > height ? scrolled - scrolled * ((whole - visible) / range) : 0;
  const from = top - shift;
  const last = rowAt(offsets, from + visible + overscan);
  const count = offsets.length - 1;
  return {
    height,
    first: count === 0 ? 0 : rowAt(offsets, from - overscan),
    end: Math.min(count, last + 1),
    topOf: (at) => Math.min(Math.max((offsets[at] ?? 0) + shift, 0), Math.max(0, height - 1)),
  };
};
