import type { Stats } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context } from 'hono';
import * as z from 'zod/mini';
import type { musicData } from '../../lib/music/contract.ts';
import { type Env, isCachedByClient } from './envelopes.ts';
import { systemCode } from '../config/errors.ts';

/** Folder with the tracks of this project. */
export const ownMusic = join(import.meta.dirname, '..', 'music');

/** A plain file name without a path. */
const mediaName = z.string().check(z.regex(/^[\w-][\w.-]*$/));

const trackList = z.array(
  z.object({ file: mediaName, cover: mediaName, name: z.string(), artist: z.string() }),
);

/**
 * `data` of 404 music: the tracks in the order of `folder`'s tracks.json.
 *
 * @param origin the origin of the request, which the addresses of the files begin with
 * @throws if the list cannot be read or has another shape
 */
export async function listTracks(folder: string, origin: string): Promise<z.infer<typeof musicData>> {
  const tracks = trackList.parse(JSON.parse(await readFile(join(folder, 'tracks.json'), 'utf8')));

  const list = tracks.map(({ file, cover, name, artist }, index) => ({
    id: index + 1,
    name,
    artist,
    audio: `${origin}/music/${file}`,
    cover: `${origin}/music/${cover}`,
  }));
  return { list };
}

// This does not use @hono/node-server/serve-static: it has neither ETag nor If-Range, and it answers a malformed range or
// several ranges with 206 or 416, although RFC 9110 (14.2) requires the whole file.

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

  const path = join(folder, name);
  const stats = await statsIfExists(path);
  return stats && answerFile(c, path, { type, stats });
}

function answerFile(
  c: Context<Env>,
  path: string,
  { type, stats: { size, mtimeMs } }: { type: string; stats: Stats },
): Response {
  const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;
  const headers: Record<string, string> = {
    ...c.env.commonHeaders,
    etag,
    'cache-control': 'public, max-age=3600',
    'accept-ranges': 'bytes',
  };

  if (isCachedByClient(c, etag)) return new Response(null, { status: 304, headers });

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

  // After HEAD, Hono drops the body, and nothing is read.
  return new Response(readBytes(path, { first, last }), { status: range ? 206 : 200, headers });
}

/**
 * The one range in a Range header. Undefined, which means the whole file, without a header, for several ranges and for a
 * value that RFC 9110 does not define.
 *
 * @param size of the file in bytes
 */
function requestedRange(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const [, start = '', end = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (start === '' && end === '') return undefined;
  if (start !== '' && end !== '' && Number(end) < Number(start)) return undefined;

  // Without a start, the number is the count of the last bytes: `bytes=-500`.
  const first = start === '' ? Math.max(0, size - Number(end)) : Number(start);
  const last = start === '' || end === '' ? size - 1 : Math.min(Number(end), size - 1);
  return first > last ? 'outside' : { first, last };
}

/** Bytes that are read at a time. */
const chunkSize = 64 * 1024;

/**
 * The bytes of a range, read only as fast as the client takes them: whoever requests many files and reads none would
 * otherwise fill the memory. The file is not held open meanwhile, since open files are limited, too.
 */
function readBytes(path: string, { first, last }: ByteRange): ReadableStream<Uint8Array> {
  let position = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (position > last) {
          controller.close();
          return;
        }
        const chunk = await readChunk(path, position, Math.min(chunkSize, last + 1 - position));
        position += chunk.byteLength;
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
}

async function readChunk(path: string, position: number, length: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, position);
    if (bytesRead === 0) throw new Error('A media file became shorter while it was read.');
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function statsIfExists(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    // A name longer than the file system allows cannot exist either.
    if (['ENOENT', 'ENAMETOOLONG'].includes(systemCode(error))) return undefined;
    throw error;
  }
}
