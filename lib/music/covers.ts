import { readBody, serialQueue } from '../async/async.ts';
import type { LoadedMusic } from './contract.ts';

const limits = {
  bytes: 2_000_000,
  /** Pixels of a cover that is decoded, four bytes each. */
  decodedPixels: 16_000_000,
  /** Pixels of the redrawn cover in either direction. */
  side: 256,
  /** For the whole download. */
  timeMs: 8_000,
  cachedCovers: 20,
  /** The time before a cover that could not be read is requested again. */
  retryDelayMs: 60_000,
};

/** The first bytes of PNG, JPEG, GIF and WebP. SVG is left out: it is a document with scripts and references. */
const rasterImage = /^(\x89PNG|\xff\xd8\xff|GIF8|RIFF[^]{4}WEBP)/;

/**
 * Redraws an image in small, so that a page gets none of the bytes that another site sent; null if it is too large, and rejects
 * if it cannot be decoded. A small file may decode to gigabytes of pixels: an image element has the size that the browser's
 * decoder reads, before anything is decoded (measured with Chromium 156 and Firefox 153).
 */
const redraw = async (bytes: string): Promise<string | null> => {
  const image = new Image();
  image.src = `data:image/png;base64,${btoa(bytes)}`;
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = reject;
  });
  const { naturalWidth, naturalHeight } = image;
  if (naturalWidth * naturalHeight > limits.decodedPixels) return null;

  const bitmap = await createImageBitmap(image);
  const scale = Math.min(1, limits.side / Math.max(naturalWidth, naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(naturalHeight * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/png');
};

/** Covers are drawn one at a time: each takes the memory of its pixels. */
const drawQueue = serialQueue();

const fetchOptions = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

/** A cover as a PNG data address, at most 256 pixels wide and high; null for whatever cannot be read. */
export const readCover = async (address: string, draw = redraw): Promise<string | null> => {
  // Closes the connection of a response that is rejected before its end.
  const abort = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(limits.timeMs), abort.signal]);
  try {
    const response = await fetch(address, { ...fetchOptions, signal });
    const received = response.ok ? await readBody(response, { maxBytes: limits.bytes }) : null;
    const bytes = (received ?? [])
      .flatMap((part) => Array.from(part, (byte) => String.fromCharCode(byte)))
      .join('');
    return rasterImage.test(bytes) ? await drawQueue(() => draw(bytes)) : null;
  } catch {
    // The cover cannot be fetched in time, or not decoded.
    return null;
  } finally {
    abort.abort();
  }
};

/**
 * Returns a function from a track's id to its cover, or null. The 20 covers that were used last are cached; one that
 * cannot be read is requested again after a minute.
 */
export const createCovers = (loadMusic: () => Promise<LoadedMusic | null>, read = readCover) => {
  const cache = new Map<string, Promise<string | null>>();
  /** The addresses that failed within the last minute. */
  const failures = new Set<string>();
  return async (id: number): Promise<string | null> => {
    const music = await loadMusic();
    const address = music?.ok ? music.tracks.find((track) => track.id === id)?.cover : null;
    if (!address || failures.has(address)) return null;

    const cover = cache.get(address) ?? read(address);
    cache.delete(address);
    cache.set(address, cover);
    const [oldest] = cache.keys();
    if (cache.size > limits.cachedCovers && oldest !== undefined) cache.delete(oldest);

    if ((await cover) === null) {
      cache.delete(address);
      failures.add(address);
      setTimeout(() => failures.delete(address), limits.retryDelayMs);
    }
    return cover;
  };
};
