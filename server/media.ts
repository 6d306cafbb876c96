import { open, type FileHandle } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context } from 'hono';
import type { Env } from './envelopes.ts';
import { mediaName } from './music.ts';
import { systemCode } from './start-error.ts';

// This does not use @hono/node-server/serve-static: it has neither ETag nor If-Range, and it answers a malformed range or
// several ranges with 206 or 416, where RFC 9110 (14.2) requires the whole file.

const contentTypes: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

/** Bytes of a file, the last one included. */
interface ByteRange {
  first: number;
  last: number;
}

/**
 * Answers with a track or cover of `folder`: whole, one range of it, or "not modified". Undefined if there is no such
 * file.
 *
 * @param name as it is in the address; a name with a path or of an unknown type does not exist
 */
export async function mediaFile(
  c: Context<Env>,
  folder: string,
  name: string,
): Promise<Response | undefined> {
  const type = contentTypes[extname(name)];
  if (!type || !mediaName.safeParse(name).success) return undefined;

  const file = await openIfExists(join(folder, name));
  if (!file) return undefined;

  try {
    return await answerFile(c, file, type);
  } finally {
    await file.close();
  }
}

async function answerFile(c: Context<Env>, file: FileHandle, type: string): Promise<Response> {
  const { size, mtimeMs } = await file.stat();
  const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;
  const headers: Record<string, string> = {
    ...c.env.commonHeaders,
    etag,
    'cache-control': 'public, max-age=3600',
    'accept-ranges': 'bytes',
  };

  const cachedTags = c.req.header('if-none-match')?.split(',') ?? [];
  if (cachedTags.some((tag) => tag.trim() === etag)) return new Response(null, { status: 304, headers });

  const ifRange = c.req.header('if-range');
  const isSameFile = ifRange === undefined || ifRange === etag;
  const range = isSameFile ? requestedRange(c.req.header('range'), size) : undefined;
  if (range === 'outside') {
    headers['content-range'] = `bytes */${size}`;
    return new Response(null, { status: 416, headers });
  }

  const { first, last } = range ?? { first: 0, last: size - 1 };
  const length = last - first + 1;
  headers['content-type'] = type;
  headers['content-length'] = String(length);
  if (range) headers['content-range'] = `bytes ${first}-${last}/${size}`;

  const body = c.req.method === 'HEAD' ? null : await readBytes(file, first, length);
  return new Response(body, { status: range ? 206 : 200, headers });
}

/**
 * The one range in a Range header. Undefined, which means the whole file, without a header, for several ranges and for a
 * value that RFC 9110 does not define.
 *
 * @param size of the file in bytes
 */
export function requestedRange(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const [, start = '', end = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (start === '' && end === '') return undefined;
  if (start !== '' && end !== '' && Number(end) < Number(start)) return undefined;

  const first = start === '' ? Math.max(0, size - Number(end)) : Number(start);
  const last = start === '' || end === '' ? size - 1 : Math.min(Number(end), size - 1);
  return first > last ? 'outside' : { first, last };
}

async function readBytes(file: FileHandle, first: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let filled = 0;

  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, first + filled);
    if (bytesRead === 0) throw new Error('A media file became shorter while it was read.');
    filled += bytesRead;
  }
  return bytes;
}

/** A name longer than the file system allows cannot exist either. */
const missingCodes = ['ENOENT', 'ENAMETOOLONG'];

async function openIfExists(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if (missingCodes.includes(systemCode(error))) return undefined;
    throw error;
  }
}
