/** The order in which tracks play. It never changes: each step gives a new one. */
export interface Queue {
  /** Ids in the order of the list, each once. */
  readonly tracks: readonly number[];
  readonly shuffle: boolean;
  /** Whole rounds, one after the other, each with every track once: the round that plays and at most one beside it. */
  readonly rounds: readonly number[];
  /** Place of the current track in `rounds`. */
  readonly at: number;
}

/** From 0 to below 1, as Math.random. */
export type Random = () => number;

const shuffled = (tracks: readonly number[], random: Random): number[] => {
  const left = [...tracks];
  return tracks.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
};

/** Every order that does not begin with `last` is as likely as another. */
const shuffledAfter = (last: number | undefined, tracks: readonly number[], random: Random): number[] => {
  const round = shuffled(tracks, random);
  const [first, ...others] = round;
  if (first === undefined || first !== last || others.length === 0) return round;
  const place = 1 + Math.floor(random() * others.length);
  return round.with(0, round[place] ?? first).with(place, first);
};

/** A new round that begins with `current`, or with any track where that is not in the list. */
export const createQueue = (
  tracks: readonly number[],
  { shuffle, current }: { shuffle: boolean; current: number | null },
  random: Random = Math.random,
): Queue => {
  const at = current === null ? -1 : tracks.indexOf(current);
  if (!shuffle) return { tracks, shuffle, rounds: tracks, at: Math.max(0, at) };
  const rest = shuffled(tracks, random);
  const rounds = at < 0 || current === null ? rest : [current, ...rest.filter((id) => id !== current)];
  return { tracks, shuffle, rounds, at: 0 };
};

/** Null where there are no tracks. */
export const currentOf = ({ rounds, at }: Queue): number | null => rounds[at] ?? null;

/** Whether every track of the round has had its turn with the current one. */
export const endsRound = ({ tracks, at }: Queue): boolean => (at + 1) % tracks.length === 0;

/** One track on; after the end of a round into another one, which does not begin with the track that ended the last. */
export const next = (queue: Queue, random: Random = Math.random): Queue => {
  const { tracks, shuffle, rounds, at } = queue;
  if (tracks.length === 0) return queue;
  if (at + 1 < rounds.length) return { ...queue, at: at + 1 };
  const past = rounds.slice(-tracks.length);
  const coming = shuffle ? shuffledAfter(past.at(-1), tracks, random) : tracks;
  return { ...queue, rounds: [...past, ...coming], at: past.length };
};

/** One track back, over the seam between two rounds, too. */
export const previous = (queue: Queue, random: Random = Math.random): Queue => {
  const { tracks, shuffle, rounds, at } = queue;
  if (tracks.length === 0) return queue;
  if (at > 0) return { ...queue, at: at - 1 };
  const past = shuffle ? shuffledAfter(rounds[0], tracks, random).reverse() : tracks;
  return { ...queue, rounds: [...past, ...rounds.slice(0, tracks.length)], at: past.length - 1 };
};

/** To that track: in the list's order from there on; in a shuffled round it comes right after the current one, and still once. */
export const pick = (queue: Queue, id: number): Queue => {
  const { tracks, shuffle, rounds, at } = queue;
  const current = currentOf(queue);
  if (current === id || !tracks.includes(id)) return queue;
  if (!shuffle) return { ...queue, rounds: tracks, at: tracks.indexOf(id) };
  const start = at - (at % tracks.length);
  const round = rounds.slice(start, start + tracks.length).filter((other) => other !== id);
  const place = current === null ? 0 : round.indexOf(current) + 1;
  return { ...queue, rounds: round.toSpliced(place, 0, id), at: place };
};
