import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import type { musicData } from '../../lib/music/contract.ts';
import type { Env } from './envelopes.ts';

/** Folder with the tracks of this project. */
export const ownMusic = join(import.meta.dirname, '..', 'music');

/** A plain file name without a path: no other file of the folder is answered. */
export const mediaName = String.raw`[\w-][\w.-]*\.(?:mp3|png)`;

const media = z.string().check(z.regex(new RegExp(`^${mediaName}$`)));

const trackList = z.array(z.object({ file: media, cover: media, name: z.string(), artist: z.string() }));

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

/**
 * Answers with the track or cover that the path names, whole or one range of it; passes if there is no such file. It is read only as
 * fast as the client takes it; if it becomes shorter meanwhile, the client waits for the rest in vain.
 */
export function serveMedia(folder: string): MiddlewareHandler<Env> {
  const serve = serveStatic<Env>({ root: folder, rewriteRequestPath: (path) => path.replace('/music', '') });

  return (c, next) => {
    c.env.operation = 'media';
    for (const [name, value] of Object.entries(c.env.commonHeaders)) c.header(name, value);
    c.header('accept-ranges', 'bytes');
    c.header('cache-control', 'public, max-age=86400');
    return serve(c, next);
  };
}
