import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** Where the tracks of this project lie. */
export const ownMusic = join(import.meta.dirname, 'music');

const trackFile = z.string().check(z.regex(/^[\w-][\w.-]*$/));
const trackList = z.array(
  z.object({ file: trackFile, cover: trackFile, name: z.string(), artist: z.string() }),
);

/**
 * `data` of 404 music: the tracks of `folder`, in the order of its tracks.json.
 *
 * @param origin where the service was asked, so that the addresses lead back there
 * @throws when the list cannot be read or is not what it should be
 */
export async function listTracks(folder: string, origin: string) {
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
