import { crc32, deflateSync } from 'node:zlib';
import { answer, type Fault } from '../service/faults.ts';

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

export const missingAudio = answer('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });

/** A page with the content type of audio. */
export const notAudio = answer('<!doctype html><title>Log in</title>', { headers: sound });

const picture =
  (body: string | Buffer): Fault =>
  ({ response }) =>
    void response.writeHead(200, { 'content-type': 'image/png' }).end(body);

const pngChunk = (name: string, data: Buffer): Buffer => {
  const bytes = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(bytes));
  return Buffer.concat([length, bytes, sum]);
};

/** 5,000 by 5,000 pixels in 3 kB. */
const largePng = (): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', Buffer.from('00001388000013880100000000', 'hex')),
    pngChunk('IDAT', deflateSync(Buffer.alloc(626 * 5000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);

/** The screen has 9 by 9 pixels, and its only frame 5,000 by 5,000. */
const largeGif = Buffer.from(
  '474946383961 09000900 800000 000000ffffff 2c 00000000 88138813 00 02024c0100 3b'.replaceAll(' ', ''),
  'hex',
);

/** Covers that are not drawn, by their paths. */
export const malformedCovers: Record<string, Fault> = {
  '/odd/svg.png': answer(
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>fetch("/stolen")</script><rect width="64" height="64" fill="red"/></svg>',
    { headers: { 'content-type': 'image/svg+xml' } },
  ),
  '/odd/none.png': picture('not a picture'),
  '/odd/half.png': picture(largePng().subarray(0, 20)),
  '/odd/large.png': picture(largePng()),
  '/odd/large.gif': picture(largeGif),
};
