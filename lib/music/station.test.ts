import { describe, expect, it } from 'vitest';
import type { Failure } from '../failures/schema.ts';
import type { MusicAnswer } from '../connection/connection.ts';
import { createStation, type KeptList } from './station.ts';

const address = 'https://s.example/v3';
const hour = 60 * 60 * 1000;
const entry = (id: number) => ({
  id,
  name: `T${id}`,
  artist: 'A',
  audio: `https://m.example/${id}.mp3`,
  cover: null,
});
const failed = (reason: Failure['reason']): MusicAnswer => ({
  ok: false,
  failure: { reason, made: 'no', service: address },
});

/** A station on a service that answers with `answers`, one a request, and a clock that is set by hand. */
const setUp = ({ answers, kept = null }: { answers: MusicAnswer[]; kept?: KeptList | null }) => {
  const world = { now: hour * 1000, requests: 0, kept, connected: true };
  const music = async (): Promise<MusicAnswer> => {
    world.requests += 1;
    await Promise.resolve();
    return answers.shift() ?? failed('unreachable');
  };
  const station = createStation({
    connection: () => Promise.resolve(world.connected ? { address, music } : null),
    kept: {
      read: () => Promise.resolve(world.kept),
      write: (list) => Promise.resolve(void (world.kept = list)),
    },
    now: () => world.now,
  });
  const ids = async () => {
    const answer = await station.tracks();
    return answer.ok ? answer.tracks.map(({ id }) => id) : answer.trouble;
  };
  return { world, ids };
};

const list = (...ids: number[]): MusicAnswer => ({ ok: true, list: ids.map(entry) });

describe('the list of the service', () => {
  it('is asked for once, however many ask', async () => {
    const { world, ids } = setUp({ answers: [list(1, 2)] });
    expect(await Promise.all([ids(), ids(), ids()])).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
    expect(await ids()).toEqual([1, 2]);
    expect(world.requests).toBe(1);
  });

  it('is good for an hour, and then until a newer one is here', async () => {
    const { world, ids } = setUp({ answers: [list(1), list(2)] });
    await ids();
    world.now += hour - 1;
    expect(await ids()).toEqual([1]);
    expect(world.requests).toBe(1);
    world.now += 1;
    expect(await ids()).toEqual([1]);
    await new Promise((resolve) => setTimeout(resolve));
    expect([await ids(), world.requests]).toEqual([[2], 2]);
  });

  it('is asked for again where its time lies ahead: a clock was set back', async () => {
    const { world, ids } = setUp({ answers: [list(1), list(2)] });
    await ids();
    world.now -= 1;
    await ids();
    expect(world.requests).toBe(2);
  });

  it('stays where a newer one does not come', async () => {
    const { world, ids } = setUp({ answers: [list(1), failed('timeout')] });
    await ids();
    world.now += 2 * hour;
    expect([await ids(), await ids()]).toEqual([[1], [1]]);
  });

  it('is not asked for again and again while it does not come', async () => {
    const { world, ids } = setUp({ answers: [list(1)] });
    await ids();
    world.now += 2 * hour;
    for (let ask = 0; ask < 5; ask += 1) {
      await ids();
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(world.requests).toBe(2);
    world.now += 60_000;
    await ids();
    expect(world.requests).toBe(3);
  });

  it('is asked of the service that is connected now, also while another’s is on its way', async () => {
    const answers: ((list: MusicAnswer) => void)[] = [];
    let address = 'https://a.example/v3';
    const music = () => new Promise<MusicAnswer>((resolve) => void answers.push(resolve));
    const kept = { read: () => Promise.resolve(null), write: () => Promise.resolve() };
    const station = createStation({ connection: () => Promise.resolve({ address, music }), kept });
    const ofA = station.tracks();
    await new Promise((resolve) => setTimeout(resolve));
    address = 'https://b.example/v3';
    const ofB = station.tracks();
    await new Promise((resolve) => setTimeout(resolve));
    answers[1]?.(list(2));
    answers[0]?.(list(1));
    expect([await ofA, await ofB]).toMatchObject([{ tracks: [{ id: 1 }] }, { tracks: [{ id: 2 }] }]);
  });

  it('stays where the newer one holds nothing that may be played', async () => {
    const { world, ids } = setUp({ answers: [list(1), list()] });
    await ids();
    world.now += 2 * hour;
    await ids();
    await new Promise((resolve) => setTimeout(resolve));
    expect([await ids(), world.requests]).toEqual([[1], 2]);
  });

  it('is of this service only', async () => {
    const kept = { address: 'https://other.example/v3', at: hour * 1000, list: [entry(9)] };
    expect(await setUp({ answers: [list(1)], kept }).ids()).toEqual([1]);
  });

  it.each<[string, MusicAnswer, string]>([
    [
      'nothing that may be played',
      { ok: true, list: [{ ...entry(1), audio: 'javascript:1' }, 7] },
      'no-tracks',
    ],
    ['nothing', list(), 'no-tracks'],
    ['no permission', failed('access-missing'), 'access-missing'],
    ['no answer', failed('timeout'), 'unreachable'],
    ['an answer of another kind', failed('unexpected-answer'), 'unreachable'],
  ])('where there is %s is said to be so', async (_, answer, trouble) => {
    expect(await setUp({ answers: [answer] }).ids()).toBe(trouble);
  });

  it('needs a service', async () => {
    const { world, ids } = setUp({ answers: [] });
    world.connected = false;
    expect([await ids(), world.requests]).toEqual(['not-connected', 0]);
  });
});
