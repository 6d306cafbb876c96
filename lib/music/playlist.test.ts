import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPlaylist, currentOf, endsRound, next, pick, previous, type Playlist } from './playlist.ts';

const tracks = fc.uniqueArray(fc.integer(), { maxLength: 12 });
const some = fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 12 });
const shuffle = fc.boolean();
const seed = fc.integer();

/** A random function with the same numbers for the same seed. */
const randomOf = (start: number) => {
  let state = start | 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
};

const sorted = (ids: readonly number[]): number[] => [...ids].sort((one, other) => one - other);

/** The current track and those of the following steps. */
const played = (
  playlist: Playlist,
  { steps, step }: { steps: number; step: (playlist: Playlist) => Playlist },
): (number | null)[] => {
  const ids = [];
  for (let at = 0, now = playlist; at < steps; at++, now = step(now)) ids.push(currentOf(now));
  return ids;
};

const roundsOf = <T>(ids: T[], length: number): T[][] =>
  Array.from({ length: Math.floor(ids.length / length) }, (_, at) =>
    ids.slice(at * length, (at + 1) * length),
  );

describe.each([
  ['forwards', next],
  ['backwards', (playlist: Playlist, random: () => number) => previous(playlist, random)],
])('%s', (direction, step) => {
  it('plays every track once in each round, and none twice in a row', () => {
    fc.assert(
      fc.property(some, shuffle, seed, (ids, isShuffled, start) => {
        const random = randomOf(start);
        const playlist = createPlaylist(ids, { shuffle: isShuffled, current: null }, random);
        const from = direction === 'forwards' ? playlist : step(playlist, random);
        const all = played(from, { steps: 4 * ids.length, step: (now) => step(now, random) }) as number[];
        for (const round of roundsOf(all, ids.length)) expect(sorted(round)).toEqual(sorted(ids));
        if (ids.length > 1) for (const [at, id] of all.entries()) expect(id).not.toBe(all[at + 1]);
      }),
    );
  });
});

describe('a playlist', () => {
  it('has two rounds at most', () => {
    fc.assert(
      fc.property(tracks, shuffle, fc.array(fc.boolean(), { maxLength: 60 }), (ids, isShuffled, steps) => {
        let playlist = createPlaylist(ids, { shuffle: isShuffled, current: null });
        for (const isOn of steps) playlist = isOn ? next(playlist) : previous(playlist);
        expect(playlist.rounds.length).toBeLessThanOrEqual(2 * ids.length);
        expect(ids.length === 0 || ids.includes(currentOf(playlist) ?? NaN)).toBe(true);
      }),
    );
  });

  it('steps back the same way, also between two rounds', () => {
    fc.assert(
      fc.property(some, shuffle, (ids, isShuffled) => {
        const way = [createPlaylist(ids, { shuffle: isShuffled, current: null })];
        for (let at = 0; at < ids.length; at++) way.push(...way.slice(-1).map((playlist) => next(playlist)));
        const last = way.at(-1) ?? createPlaylist([], { shuffle: false, current: null });
        const back = played(last, { steps: way.length, step: previous });
        expect(back).toEqual(way.map(currentOf).toReversed());
      }),
    );
  });

  it('shuffles each round', () => {
    const ids = Array.from({ length: 12 }, (_, at) => at);
    const playlist = createPlaylist(ids, { shuffle: true, current: null });
    const rounds = roundsOf(played(playlist, { steps: 60, step: next }), 12).map((round) => round.join());
    expect(new Set(rounds).size).toBe(5);
    expect(rounds).not.toContain(ids.join());
  });

  it('shuffles fairly: each track is equally likely to follow another', () => {
    const random = randomOf(1);
    const firsts = new Map<number | null, number>();
    for (let at = 0; at < 3000; at++) {
      let playlist = createPlaylist([1, 2, 3, 4], { shuffle: true, current: 1 }, random);
      while (!endsRound(playlist)) playlist = next(playlist, random);
      const first = currentOf(next(playlist, random));
      firsts.set(first, (firsts.get(first) ?? 0) + 1);
    }
    expect([...firsts.keys()].sort()).toEqual([1, 2, 3, 4]);
    // The last of a round is never 1, so that 1 is first a third of the time, and the others two ninths.
    for (const [first, count] of firsts)
      expect(Math.abs(count / 3000 - (first === 1 ? 1 / 3 : 2 / 9))).toBeLessThan(0.03);
  });

  it('starts with the current track and, without shuffle, continues in the order of the list', () => {
    fc.assert(
      fc.property(some, shuffle, fc.nat(), (ids, isShuffled, place) => {
        const current = ids[place % ids.length] ?? null;
        const playlist = createPlaylist(ids, { shuffle: isShuffled, current });
        expect(currentOf(playlist)).toBe(current);
        const rest = played(playlist, { steps: ids.length, step: next });
        const at = place % ids.length;
        if (!isShuffled) expect(rest).toEqual([...ids.slice(at), ...ids.slice(0, at)]);
      }),
    );
  });

  it('has no current track without tracks', () => {
    const playlist = createPlaylist([], { shuffle: true, current: 3 });
    for (const each of [playlist, next(playlist), previous(playlist), pick(playlist, 1)])
      expect(currentOf(each)).toBeNull();
  });

  it('repeats its only track', () => {
    const playlist = createPlaylist([5], { shuffle: true, current: null });
    expect(played(playlist, { steps: 3, step: next })).toEqual([5, 5, 5]);
    expect(played(playlist, { steps: 3, step: previous })).toEqual([5, 5, 5]);
    expect(endsRound(playlist)).toBe(true);
  });

  it('ignores a track that is not in the list', () => {
    const playlist = createPlaylist([1, 2, 3], { shuffle: false, current: 9 });
    expect(currentOf(playlist)).toBe(1);
    expect(pick(playlist, 9)).toBe(playlist);
  });
});

describe('pick', () => {
  it('makes the track current, and its round still has every track once', () => {
    fc.assert(
      fc.property(some, shuffle, fc.tuple(fc.nat(30), fc.nat()), (ids, isShuffled, [steps, place]) => {
        let playlist = createPlaylist(ids, { shuffle: isShuffled, current: null });
        for (let at = 0; at < steps; at++) playlist = next(playlist);
        const id = ids[place % ids.length] ?? NaN;
        const picked = pick(playlist, id);
        expect(currentOf(picked)).toBe(id);
        for (const round of roundsOf([...picked.rounds], ids.length))
          expect(sorted(round)).toEqual(sorted(ids));
        const all = played(picked, { steps: 3 * ids.length, step: next });
        for (const [at, each] of all.entries()) if (ids.length > 1) expect(each).not.toBe(all[at + 1]);
      }),
    );
  });

  it('puts the track behind the current one, so that the following tracks still play', () => {
    const playlist = createPlaylist([1, 2, 3, 4, 5], { shuffle: true, current: 3 });
    const [, second, third, fourth, last] = played(playlist, { steps: 5, step: next });
    expect(played(pick(playlist, last ?? NaN), { steps: 4, step: next })).toEqual([
      last,
      second,
      third,
      fourth,
    ]);
  });
});
