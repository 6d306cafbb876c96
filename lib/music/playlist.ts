/** The order in which tracks play. It is immutable: each step returns a new playlist. */
export interface Playlist {
  /** Ids in the order of the list, each once. */
  readonly tracks: readonly number[];
  readonly shuffle: boolean;
  /** Whole rounds in a row, each with every track once: the current round and at most one next to it. */
  readonly rounds: readonly number[];
  /** Index of the current track in `rounds`. */
  readonly index: number;
}

/** Returns a number from 0 to below 1, as Math.random. */
export type Random = () => number;

const shuffled = (tracks: readonly number[], random: Random): number[] => {
  const remaining = [...tracks];
  return tracks.flatMap(() => remaining.splice(Math.floor(random() * remaining.length), 1));
};

/** Shuffles so that every order that does not start with `last` is equally likely. */
const shuffledAfter = (last: number | undefined, tracks: readonly number[], random: Random): number[] => {
  const round = shuffled(tracks, random);
  const [first, ...others] = round;
  if (first === undefined || first !== last || others.length === 0) return round;
  const other = 1 + Math.floor(random() * others.length);
  return round.with(0, round[other] ?? first).with(other, first);
};

/** A new round. It starts with `current`; if that is not in the list, with the first track, or a random one when shuffled. */
export const createPlaylist = (
  tracks: readonly number[],
  { shuffle, current }: { shuffle: boolean; current: number | null },
  random: Random = Math.random,
): Playlist => {
  const index = current === null ? -1 : tracks.indexOf(current);
  if (!shuffle) return { tracks, shuffle, rounds: tracks, index: Math.max(0, index) };

  const order = shuffled(tracks, random);
  const rounds = index < 0 || current === null ? order : [current, ...order.filter((id) => id !== current)];
  return { tracks, shuffle, rounds, index: 0 };
};

/** The id of the current track; null if there are no tracks. */
export const currentOf = ({ rounds, index }: Playlist): number | null => rounds[index] ?? null;

export const endsRound = ({ tracks, index }: Playlist): boolean => (index + 1) % tracks.length === 0;

/** One track forward. A new shuffled round does not start with the track that ended the last one. */
export const next = (playlist: Playlist, random: Random = Math.random): Playlist => {
  const { tracks, shuffle, rounds, index } = playlist;
  if (tracks.length === 0) return playlist;
  if (index + 1 < rounds.length) return { ...playlist, index: index + 1 };

  const last = rounds.slice(-tracks.length);
  const following = shuffle ? shuffledAfter(last.at(-1), tracks, random) : tracks;
  return { ...playlist, rounds: [...last, ...following], index: last.length };
};

/** One track back, also from the first track of a round to the round before. */
export const previous = (playlist: Playlist, random: Random = Math.random): Playlist => {
  const { tracks, shuffle, rounds, index } = playlist;
  if (tracks.length === 0) return playlist;
  if (index > 0) return { ...playlist, index: index - 1 };

  const before = shuffle ? shuffledAfter(rounds[0], tracks, random).reverse() : tracks;
  return { ...playlist, rounds: [...before, ...rounds.slice(0, tracks.length)], index: before.length - 1 };
};

/**
 * Makes the track with that id current. An ordered playlist continues from there; in a shuffled round the track moves right
 * behind the current one, so that each track still plays once.
 */
export const pick = (playlist: Playlist, id: number): Playlist => {
  const { tracks, shuffle, rounds, index } = playlist;
  const current = currentOf(playlist);
  if (current === id || !tracks.includes(id)) return playlist;
  if (!shuffle) return { ...playlist, rounds: tracks, index: tracks.indexOf(id) };

  const start = index - (index % tracks.length);
  const round = rounds.slice(start, start + tracks.length).filter((other) => other !== id);
  const position = current === null ? 0 : round.indexOf(current) + 1;
  return { ...playlist, rounds: round.toSpliced(position, 0, id), index: position };
};
