import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQueue, currentOf, endsRound, next, pick, previous, type Queue } from './queue.ts';

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
  queue: Queue,
  { steps, step }: { steps: number; step: (queue: Queue) => Queue },
): (number | null)[] => {
  const ids = [];
  for (let at = 0, now = queue; at < steps; at++, now = step(now)) ids.push(currentOf(now));
  return ids;
};

const roundsOf = <T>(ids: T[], length: number): T[][] =>
  Array.from({ length: Math.floor(ids.length / length) }, (_, at) =>
    ids.slice(at * length, (at + 1) * length),
  );

describe.each([
  ['forwards', next],
  ['backwards', (queue: Queue, random: () => number) => previous(queue, random)],
])('%s', (direction, step) => {
  it('plays every track once in each round', () => {
    fc.assert(
      fc.property(some, shuffle, seed, (ids, isShuffled, start) => {
        const random = randomOf(start);
        const queue = createQueue(ids, { shuffle: isShuffled, current: null }, random);
        const from = direction === 'forwards' ? queue : step(queue, random);
        const all = played(from, { steps: 4 * ids.length, step: (now) => step(now, random) }) as number[];
        for (const round of roundsOf(all, ids.length)) expect(sorted(round)).toEqual(sorted(ids));
      }),
    );
  });

  it('plays no track twice in a row, also between two rounds', () => {
    fc.assert(
      fc.property(some, shuffle, seed, (ids, isShuffled, start) => {
        fc.pre(ids.length > 1);
        const random = randomOf(start);
        const queue = createQueue(ids, { shuffle: isShuffled, current: null }, random);
        const all = played(queue, { steps: 6 * ids.length, step: (now) => step(now, random) });
        for (const [at, id] of all.entries()) expect(id).not.toBe(all[at + 1]);
      }),
    );
  });
});

describe('a queue', () => {
  it('has two rounds at most', () => {
    fc.assert(
      fc.property(tracks, shuffle, fc.array(fc.boolean(), { maxLength: 60 }), (ids, isShuffled, steps) => {
        let queue = createQueue(ids, { shuffle: isShuffled, current: null });
        for (const isOn of steps) queue = isOn ? next(queue) : previous(queue);
        expect(queue.rounds.length).toBeLessThanOrEqual(2 * ids.length);
        expect(ids.length === 0 || ids.includes(currentOf(queue) ?? NaN)).toBe(true);
      }),
    );
  });

  it('steps back the same way, also between two rounds', () => {
    fc.assert(
      fc.property(some, shuffle, (ids, isShuffled) => {
        const way = [createQueue(ids, { shuffle: isShuffled, current: null })];
        for (let at = 0; at < ids.length; at++) way.push(...way.slice(-1).map((queue) => next(queue)));
        const last = way.at(-1) ?? createQueue([], { shuffle: false, current: null });
        const back = played(last, { steps: way.length, step: previous });
        expect(back).toEqual(way.map(currentOf).toReversed());
      }),
    );
  });

  it('shuffles each round', () => {
    const ids = Array.from({ length: 12 }, (_, at) => at);
    const queue = createQueue(ids, { shuffle: true, current: null });
    const rounds = roundsOf(played(queue, { steps: 60, step: next }), 12).map((round) => round.join());
    expect(new Set(rounds).size).toBe(5);
    expect(rounds).not.toContain(ids.join());
  });

  it('shuffles fairly: each track is equally likely to follow another', () => {
    const random = randomOf(1);
    const firsts = new Map<number | null, number>();
    for (let at = 0; at < 3000; at++) {
      let queue = createQueue([1, 2, 3, 4], { shuffle: true, current: 1 }, random);
      while (!endsRound(queue)) queue = next(queue, random);
      const first = currentOf(next(queue, random));
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
        const queue = createQueue(ids, { shuffle: isShuffled, current });
        expect(currentOf(queue)).toBe(current);
        const rest = played(queue, { steps: ids.length, step: next });
        const at = place % ids.length;
        if (!isShuffled) expect(rest).toEqual([...ids.slice(at), ...ids.slice(0, at)]);
      }),
    );
  });

  it('has no current track without tracks', () => {
    const queue = createQueue([], { shuffle: true, current: 3 });
    for (const each of [queue, next(queue), previous(queue), pick(queue, 1)])
      expect(currentOf(each)).toBeNull();
  });

  it('repeats its only track', () => {
    const queue = createQueue([5], { shuffle: true, current: null });
    expect(played(queue, { steps: 3, step: next })).toEqual([5, 5, 5]);
    expect(played(queue, { steps: 3, step: previous })).toEqual([5, 5, 5]);
    expect(endsRound(queue)).toBe(true);
  });

  it('ignores a track that is not in the list', () => {
    const queue = createQueue([1, 2, 3], { shuffle: false, current: 9 });
    expect(currentOf(queue)).toBe(1);
    expect(pick(queue, 9)).toBe(queue);
  });
});

describe('pick', () => {
  it('makes the track current, and its round still has every track once', () => {
    fc.assert(
      fc.property(some, shuffle, fc.tuple(fc.nat(30), fc.nat()), (ids, isShuffled, [steps, place]) => {
        let queue = createQueue(ids, { shuffle: isShuffled, current: null });
        for (let at = 0; at < steps; at++) queue = next(queue);
        const id = ids[place % ids.length] ?? NaN;
        const picked = pick(queue, id);
        expect(currentOf(picked)).toBe(id);
        for (const round of roundsOf([...picked.rounds], ids.length))
          expect(sorted(round)).toEqual(sorted(ids));
        const all = played(picked, { steps: 3 * ids.length, step: next });
        for (const [at, each] of all.entries()) if (ids.length > 1) expect(each).not.toBe(all[at + 1]);
      }),
    );
  });

  it('puts the track behind the current one, so that the following tracks still play', () => {
    const queue = createQueue([1, 2, 3, 4, 5], { shuffle: true, current: 3 });
    const [, second, third, fourth, last] = played(queue, { steps: 5, step: next });
    expect(played(pick(queue, last ?? NaN), { steps: 4, step: next })).toEqual([last, second, third, fourth]);
  });
});
