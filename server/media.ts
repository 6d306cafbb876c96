import { open, type FileHandle } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context } from 'hono';
import type { Env } from './answers.ts';
import { systemCode } from './start-error.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

interface Span {
  from: number;
  to: number;
}

/**
 * Answers a track or cover of `folder`: whole, one range of it, or "not modified". Undefined when there is no such file.
 *
 * @param name as it came in the address; what is not a plain file name of a known kind does not exist
 */
export async function mediaFile(
  c: Context<Env>,
  folder: string,
  name: string,
): Promise<Response | undefined> {
  const type = contentTypes[extname(name)];
  if (!type || !/^[\w-][\w.-]*$/.test(name)) return undefined;
  const file = await openIfThere(join(folder, name));
  if (!file) return undefined;
  try {
    return await answer(c, file, type);
  } finally {
    await file.close();
  }
}

async function answer(c: Context<Env>, file: FileHandle, type: string): Promise<Response> {
  const { size, mtimeMs } = await file.stat();
  const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;
  const common = { ...c.env.always, etag, 'cache-control': 'public, max-age=3600', 'accept-ranges': 'bytes' };
  const known = c.req.header('if-none-match')?.split(',') ?? [];
  if (known.some((each) => each.trim() === etag)) {
    return new Response(null, { status: 304, headers: common });
  }
  const ifRange = c.req.header('if-range');
  const span =
    ifRange === undefined || ifRange === etag ? requestedSpan(c.req.header('range'), size) : undefined;
  if (span === 'outside') {
    return new Response(null, { status: 416, headers: { ...common, 'content-range': `bytes */${size}` } });
  }
  const { from, to } = span ?? { from: 0, to: size - 1 };
  const length = to - from + 1;
  const headers: Record<string, string> = {
    ...common,
    'content-type': type,
    'content-length': String(length),
  };
  if (span) headers['content-range'] = `bytes ${from}-${to}/${size}`;
  const body = c.req.method === 'HEAD' ? null : await read(file, from, length);
  return new Response(body, { status: span ? 206 : 200, headers });
}

/** The one range asked for; undefined (send all) for none, several, or what is not in the form of RFC 9110. */
export function requestedSpan(range: string | undefined, size: number): Span | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return from > to ? 'outside' : { from, to };
}

async function read(file: FileHandle, from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, from + filled);
    if (bytesRead === 0) throw new Error('A media file became shorter while it was read.');
    filled += bytesRead;
  }
  return bytes;
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
