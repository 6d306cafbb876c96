import { readBody, serialQueue } from '../async/async.ts';
import type { LoadedMusic } from './contract.ts';
import { readImageHeader } from './image-header.ts';

const limits = {
  bytes: 2_000_000,
  /** Pixels of a cover that is decoded, four bytes each. */
  decodedPixels: 16_000_000,
  /** Pixels of the redrawn cover in either direction. */
  side: 256,
  /** Milliseconds for the whole download. */
  time: 8_000,
  cachedCovers: 20,
  /** Milliseconds before a cover that could not be read is requested again. */
  retryDelay: 60_000,
};

/** The image with the type of its bytes, not of the response; null if it must not be decoded. */
const checkImage = async (received: Blob): Promise<Blob | null> => {
  const bytes = new Uint8Array(await received.arrayBuffer());
  const header = readImageHeader(bytes);
  return header && header.pixels <= limits.decodedPixels ? new Blob([bytes], { type: header.type }) : null;
};

const toDataAddress = async (blob: Blob): Promise<string> => {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `data:${blob.type};base64,${btoa(text)}`;
};

/** Redraws an image in small, so that a page gets none of the bytes that another site sent. */
const redraw = async (image: Blob): Promise<string | null> => {
  const bitmap = await createImageBitmap(image);
  const scale = Math.min(1, limits.side / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));

  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
  }
  bitmap.close();
  return context && toDataAddress(await canvas.convertToBlob({ type: 'image/png' }));
};

/** Covers are drawn one at a time: each takes the memory of its pixels. */
const drawQueue = serialQueue();

const fetchOptions = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

/** A cover as a PNG data address, at most 256 pixels wide and high; null for whatever cannot be read. */
export const readCover = async (address: string, draw = redraw): Promise<string | null> => {
  // Closes the connection of a response that is rejected before its end.
  const abort = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(limits.time), abort.signal]);
  try {
    const response = await fetch(address, { ...fetchOptions, signal });
    const received = response.ok ? await readBody(response, { most: limits.bytes }) : null;
    const image = received && (await checkImage(new Blob(received)));
    return image && (await drawQueue(() => draw(image)));
  } catch {
    // It cannot be fetched in time, or not decoded.
    return null;
  } finally {
    abort.abort();
  }
};

/** The addresses that failed within the last minute. */
const createRecentFailures = () => {
  const failedAt = new Map<string, number>();
  return {
    add: (address: string) => failedAt.set(address, performance.now()),
    has(address: string): boolean {
      for (const [each, at] of failedAt)
        if (performance.now() - at >= limits.retryDelay) failedAt.delete(each);
      return failedAt.has(address);
    },
  };
};

/**
 * Returns a function from a track's id to its cover, or null. The 20 covers that were used last are cached; one that
 * cannot be read is requested again after a minute.
 */
export const createCovers = (loadMusic: () => Promise<LoadedMusic>, read = readCover) => {
  const cache = new Map<string, Promise<string | null>>();
  const failures = createRecentFailures();
  return async (id: number): Promise<string | null> => {
    const music = await loadMusic();
    const address = music.ok ? music.tracks.find((track) => track.id === id)?.cover : null;
    if (!address || failures.has(address)) return null;

    const cover = cache.get(address) ?? read(address);
    cache.delete(address);
    cache.set(address, cover);
    const [oldest] = cache.keys();
    if (cache.size > limits.cachedCovers && oldest !== undefined) cache.delete(oldest);

    if ((await cover) === null) {
      cache.delete(address);
      failures.add(address);
    }
    return cover;
  };
};
