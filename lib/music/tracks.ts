import { plainText } from '../characters/plain-text.ts';
import { isPublicName } from '../url/hosts.ts';
import { type Track, uncheckedTrack } from './contract.ts';

/** Most tracks of a list, most characters of a text, most characters of an address. */
const limits = { tracks: 200, text: 200, address: 2048 };

/** One line of text, cut to the limit in whole characters. */
const shortText = (text: string): string => {
  const line = plainText(text.slice(0, 4 * limits.text));
  return Array.from(line.trim()).slice(0, limits.text).join('');
};

/**
 * The address where it may be fetched: the service's own origin, or https at a public name; without credentials; else null.
 * A service could otherwise have the browser connect to ports of this machine and of its network.
 */
const allowedAddress = (address: string, origin: string): string | null => {
  const url = address.length > limits.address ? null : URL.parse(address);
  if (!url || url.username !== '' || url.password !== '') return null;
  const isPublic = url.protocol === 'https:' && isPublicName(url.hostname);
  return isPublic || url.origin === origin ? url.href : null;
};

const splitArtists = (artist: string): string[] =>
  shortText(artist)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const readEntry = (received: unknown, origin: string): Track | null => {
  const parsed = uncheckedTrack.safeParse(received);
  if (!parsed.success) return null;

  const { id, name, artist, audio, cover } = parsed.data;
  const address = allowedAddress(audio, origin);
  if (address === null) return null;

  return {
    id,
    name: shortText(name),
    artist: splitArtists(artist).join(', '),
    audio: address,
    cover: typeof cover === 'string' ? allowedAddress(cover, origin) : null,
  };
};

/**
 * The tracks of a service's list that may be played, at most 200. Entries that cannot be played are left out; a track
 * whose id occurred before gets a free one. `origin` is the service's own.
 */
export const readTracks = (list: readonly unknown[], origin: string): Track[] => {
  const tracks: Track[] = [];
  const ids = new Set<number>();
  for (const received of list) {
    if (tracks.length === limits.tracks) break;
    const entry = readEntry(received, origin);
    if (!entry) continue;

    const id = ids.has(entry.id) ? Math.max(...ids) + 1 : entry.id;
    ids.add(id);
    tracks.push({ ...entry, id });
  }
  return tracks;
};
