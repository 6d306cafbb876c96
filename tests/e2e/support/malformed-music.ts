import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownMusic } from '../../../server/music.ts';
import { answer, type Fault } from './faults.ts';

export interface ListedTrack {
  id: number;
  name: string;
  artist: string;
  audio: string;
  cover: string;
}

const files = ['01-where-the-road-goes-soft', '02-dusk-returning', '03-small-lantern'];

/** A track of the list as the service at `origin` tells it, whole and right but for what is given. */
export const track = (origin: string, id: number, given: Partial<ListedTrack> = {}): ListedTrack => {
  const file = files[id % files.length] ?? '';
  const audio = `${origin}/music/${file}.mp3`;
  return {
    id,
    name: `Track ${id}`,
    artist: 'Somebody',
    audio,
    cover: `${origin}/music/${file}.png`,
    ...given,
  };
};

/** The service's answer with that list, whatever is in it. */
export const list = (entries: unknown[]): Fault =>
  answer({ code: 200, msg: 'success', data: { list: entries } });

const sound = { 'content-type': 'audio/mpeg' };

/** A minute of music, whole. */
export const wholeSound: Fault = async ({ response }) => {
  const file = await readFile(join(ownMusic, `${files[0] ?? ''}.mp3`));
  response.writeHead(200, { ...sound, 'content-length': file.length });
  response.end(file);
};

/** Sound that is not there. */
export const noSound = answer('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });

/** Sound that is none, whatever its type says. */
export const notASound = answer('<!doctype html><title>Log in</title>', { headers: sound });

/** Sound that keeps coming, a byte every 100 ms, and never begins to be one. */
export const drippingSound: Fault = async ({ response }) => {
  response.writeHead(200, sound);
  while (!response.destroyed) {
    response.write('\0');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/** A cover that is a program. */
export const svgCover = answer(
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>fetch("/stolen")</script><rect width="64" height="64" fill="red"/></svg>',
  { headers: { 'content-type': 'image/svg+xml' } },
);
