import { serialQueue } from '../async/async.ts';
import type { Music } from './contract.ts';
import { readHeader } from './picture-header.ts';

/**
 * Most bytes of a picture, most pixels that it may have (a few bytes can stand for gigabytes), most pixels of what is made
 * of it in either direction, milliseconds for all of it, and how many are kept.
 */
const limits = { bytes: 2_000_000, decoded: 16_000_000, side: 256, time: 8_000, kept: 20 };

const readCapped = async (response: Response): Promise<Blob | null> => {
  if (!response.ok) return null;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > limits.bytes) return null;
    chunks.push(chunk);
  }
  return new Blob(chunks);
};

/** The picture, if it is one that may be decoded, whatever its sender calls it. */
const checked = async (received: Blob): Promise<Blob | null> => {
  const bytes = new Uint8Array(await received.arrayBuffer());
  const header = readHeader(bytes);
  return header && header.pixels <= limits.decoded ? new Blob([bytes], { type: header.type }) : null;
};

const dataAddressOf = async (blob: Blob): Promise<string> => {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `data:${blob.type};base64,${btoa(text)}`;
};

/** Draws a picture anew and small, so that a page gets none of the bytes that a stranger made. */
const redraw = async (picture: Blob): Promise<string | null> => {
  const bitmap = await createImageBitmap(picture);
  const scale = Math.min(1, limits.side / Math.max(bitmap.width, bitmap.height));
  const size = [bitmap.width, bitmap.height].map((each) => Math.max(1, Math.round(each * scale)));
  const [width = 1, height = 1] = size;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context) context.imageSmoothingQuality = 'high';
  context?.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context && dataAddressOf(await canvas.convertToBlob({ type: 'image/png' }));
};

/** One picture after the other: each takes the memory of its pixels. */
const drawn = serialQueue();

/** A cover as a PNG's data address, at most 256 pixels wide and high; null for whatever cannot be read. */
export const readCover = async (address: string, draw = redraw): Promise<string | null> => {
  const giveUp = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(limits.time), giveUp.signal]);
  try {
    const closed = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;
    const received = await readCapped(await fetch(address, { ...closed, signal }));
    const picture = received && (await checked(received));
    return picture && (await drawn(() => draw(picture)));
  } catch {
    return null;
  } finally {
    giveUp.abort();
  }
};

/** Pictures of the tracks by their ids, the latest kept; null for one that there is none of. */
export const createCovers = (music: () => Promise<Music>, read = readCover) => {
  const pictures = new Map<string, Promise<string | null>>();
  return async (id: number): Promise<string | null> => {
    const list = await music();
    const address = list.ok ? list.tracks.find((track) => track.id === id)?.cover : null;
    if (!address) return null;
    const picture = pictures.get(address) ?? read(address);
    pictures.delete(address);
    pictures.set(address, picture);
    const [oldest] = pictures.keys();
    if (pictures.size > limits.kept && oldest !== undefined) pictures.delete(oldest);
    // What could not be read now may be there later.
    if ((await picture) === null) pictures.delete(address);
    return picture;
  };
};
