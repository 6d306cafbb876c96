import * as z from 'zod/mini';
import type { Track } from './contract.ts';

/** Most tracks of a list, most characters of a text, most of an address. */
const caps = { tracks: 200, text: 200, address: 2048 };

// eslint-disable-next-line no-control-regex -- these are what is taken out
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** One line of text, at most as long as the cap, counted in whole characters. */
const plain = (text: string): string => {
  const line = text.slice(0, 4 * caps.text).replace(controls, ' ');
  return Array.from(line.trim()).slice(0, caps.text).join('');
};

const allowed = (address: string, origin: string): string | null => {
  const url = address.length > caps.address ? null : URL.parse(address);
  if (!url || url.username !== '' || url.password !== '') return null;
  return url.protocol === 'https:' || url.origin === origin ? url.href : null;
};

/** A track of the contract, its addresses yet to be looked at; one whose picture is none plays without it. */
const entry = z.object({
  id: z.int(),
  name: z.string(),
  artist: z.string(),
  audio: z.string(),
  cover: z.optional(z.unknown()),
});

const readEntry = (received: unknown, origin: string): Track | null => {
  const found = entry.safeParse(received);
  if (!found.success) return null;
  const { id, name, artist, audio, cover } = found.data;
  const address = allowed(audio, origin);
  if (address === null) return null;
  const artists = plain(artist)
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return {
    id,
    name: plain(name),
    artist: artists.join(', '),
    audio: address,
    cover: typeof cover === 'string' ? allowed(cover, origin) : null,
  };
};

/** The tracks that may be played, at most 200; an id that came before gets a free one. `origin` is the service's. */
export const readTracks = (list: readonly unknown[], origin: string): Track[] => {
  const tracks: Track[] = [];
  const ids = new Set<number>();
  for (const received of list) {
    if (tracks.length === caps.tracks) break;
    const track = readEntry(received, origin);
    if (!track) continue;
    const id = ids.has(track.id) ? Math.max(...ids) + 1 : track.id;
    ids.add(id);
    tracks.push({ ...track, id });
  }
  return tracks;
};
