import { describe, expect, it } from 'vitest';
import type { Probing } from '../api/contract.ts';
import { examine, type World } from './diagnose.ts';
import type { Facts, Probe } from './facts.ts';

const saved = { address: 'https://s.example:8443/v3' };
const answer = (milliseconds = 10): Probe => ({ ok: true, milliseconds, difference: 0 });
const forEver = new Promise<never>(() => undefined);

/** A world that answers well but for `odd`, and has a hundredth of the patience. */
const check = async (odd: Partial<World>) => {
  const asked: string[] = [];
  const told: Facts[] = [];
  await examine(
    {
      saved: () => Promise.resolve(saved),
      mayReach: (origin) => Promise.resolve(origin === 'https://s.example:8443'),
      isOffline: () => false,
      pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / 100)),
      ...odd,
      probe: (operation: Probing) => {
        asked.push(operation);
        return odd.probe?.(operation) ?? Promise.resolve(answer());
      },
    },
    (facts) => told.push(facts),
  );
  return { asked, told, last: told.at(-1) };
};

describe('the doctor', () => {
  it('asks for everything once and for the time thrice, and makes no link', async () => {
    let calls = 0;
    const { asked, last } = await check({ probe: () => Promise.resolve(answer((calls += 1))) });
    expect(asked).toEqual(['time', 'token', 'music', 'grey', 'divisions', 'time', 'time']);
    expect(last).toMatchObject({ mayReach: true, times: [1, 6, 7], link: { state: 'none' } });
  });

  it('tells what it knows as soon as it does', async () => {
    const { told } = await check({});
    expect(told.map(({ heard }) => Object.keys(heard).length)).toEqual([0, 0, 1, 2, 3, 4, 5, 5]);
  });

  it.each<{ what: string; odd: Partial<World>; facts: Partial<Facts>; calls: string[] }>([
    {
      what: 'nothing is connected',
      odd: { saved: () => Promise.resolve(null) },
      facts: { saved: { kind: 'nothing' } },
      calls: [],
    },
    {
      what: 'the connection is unreadable',
      odd: { saved: () => Promise.resolve('silent'), probe: () => Promise.resolve(null) },
      facts: { saved: { kind: 'unreadable' } },
      calls: ['time'],
    },
    {
      what: 'the background never answers',
      odd: { saved: () => forEver, probe: () => forEver },
      facts: { saved: { kind: 'silent' } },
      calls: ['time'],
    },
    {
      what: 'the permission is missing',
      odd: { mayReach: () => Promise.resolve(false) },
      facts: { mayReach: false },
      calls: [],
    },
  ])('asks no further where $what', async ({ odd, facts, calls }) => {
    const { asked, last } = await check(odd);
    expect(last).toMatchObject(facts);
    expect(asked).toEqual(calls);
  });

  it('waits for no call that hangs, and says of it that it was silent', async () => {
    const { asked, last } = await check({
      probe: (operation) => (operation === 'music' ? forEver : Promise.resolve(answer())),
    });
    expect(last?.heard).toMatchObject({ music: 'silent', divisions: { ok: true } });
    expect(asked.slice(0, 5)).toEqual(['time', 'token', 'music', 'grey', 'divisions']);
  });

  it('takes no times where Current time fails', async () => {
    const { asked, last } = await check({ probe: () => Promise.resolve('silent') });
    expect([asked.length, last?.times]).toEqual([5, []]);
  });
});
