import { answer, type Fault } from './faults.ts';

export interface ListedTrack {
  id: number;
  name: string;
  artist: string;
  audio: string;
  cover: string;
}

const files = ['01-where-the-road-goes-soft', '02-dusk-returning', '03-small-lantern'];

/** A valid track of the service at `origin`, with these changes. */
export const track = (origin: string, id: number, changes: Partial<ListedTrack> = {}): ListedTrack => {
  const file = files[id % files.length] ?? '';
  const audio = `${origin}/music/${file}.mp3`;
  return {
    id,
    name: `Track ${id}`,
    artist: 'Artist',
    audio,
    cover: `${origin}/music/${file}.png`,
    ...changes,
  };
};

/** The service's answer with that list, valid or not. */
export const list = (entries: unknown[]): Fault =>
  answer({ code: 200, msg: 'success', data: { list: entries } });

const sound = { 'content-type': 'audio/mpeg' };

/** Audio that is missing. */
export const missingAudio = answer('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });

/** A page with the content type of audio. */
export const notAudio = answer('<!doctype html><title>Log in</title>', { headers: sound });

/** Audio that sends a byte every 100 ms, never ends and cannot be played. */
export const slowAudio: Fault = async ({ response }) => {
  response.writeHead(200, sound);
  while (!response.destroyed) {
    response.write('\0');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/** A cover with a script. */
export const svgCover = answer(
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>fetch("/stolen")</script><rect width="64" height="64" fill="red"/></svg>',
  { headers: { 'content-type': 'image/svg+xml' } },
);
