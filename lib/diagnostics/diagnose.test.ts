import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ProbedOperation } from '../api/contract.ts';
import { sleep } from '../async/async.ts';
import { diagnose, type DiagnosticsDeps, type Facts, type Probe, probeOrder } from './diagnose.ts';

const saved = { address: 'https://s.example:8443/v3' };
const answer = (): Probe => ({ ok: true, milliseconds: 10, difference: 0 });

/** Runs the diagnostics with functions that succeed, except for `changed`. */
const check = async (changed: Partial<DiagnosticsDeps>, signal?: AbortSignal) => {
  const called: string[] = [];
  const reported: (readonly Facts[])[] = [];
  await diagnose(
    {
      readConnections: () => Promise.resolve([saved]),
      hasHostPermission: (origin) => Promise.resolve(origin === 'https://s.example:8443'),
      isOffline: () => false,
      readErrors: () => Promise.resolve([]),
      ...changed,
      probe: (operation: ProbedOperation, id?: string) => {
        called.push(id === undefined ? operation : `${operation} of ${id}`);
        return changed.probe?.(operation, id) ?? Promise.resolve(answer());
      },
    },
    (facts) => reported.push(facts),
    signal,
  );
  return { called, reported, all: reported.at(-1), last: reported.at(-1)?.[0] };
};

describe('the diagnostics', () => {
  it('call everything once, and create no link', async () => {
    const { called, last } = await check({});
    expect(called).toEqual(probeOrder);
    expect(last).toMatchObject({ hasHostPermission: true, link: { state: 'none' } });
  });

  it('check every connection, also if one of them cannot be reached or has no permission', async () => {
    const failed: Probe = {
      ok: false,
      milliseconds: 9,
      difference: null,
      failure: { reason: 'unreachable', hadEffect: 'no' },
    };
    const { called, all } = await check({
      readConnections: () =>
        Promise.resolve([
          { ...saved, id: 'a' },
          { address: 'https://other.example/v3', id: 'b' },
          { ...saved, id: 'c' },
        ]),
      probe: (_, id) => Promise.resolve(id === 'a' ? failed : answer()),
    });
    expect(all?.map(({ hasHostPermission }) => hasHostPermission)).toEqual([true, false, true]);
    expect(
      all?.map(({ answers }) => Object.values(answers).map((each) => each !== 'silent' && each.ok)),
    ).toEqual([Array.from({ length: 5 }, () => false), [], Array.from({ length: 5 }, () => true)]);
    expect(called.filter((each) => each.endsWith('of a'))).toHaveLength(5);
    expect(called.filter((each) => each.endsWith('of c'))).toHaveLength(5);
    expect(called).toHaveLength(10);
  });

  it('report each fact as soon as it is known', async () => {
    const { reported } = await check({});
    expect(reported.map(([facts]) => Object.keys(facts?.answers ?? {}).length)).toEqual([
      0,
      ...probeOrder.keys(),
      probeOrder.length,
      probeOrder.length,
    ]);
  });

  it.each<{ what: string; changed: Partial<DiagnosticsDeps>; facts: Partial<Facts>; calls: string[] }>([
    {
      what: 'nothing is connected',
      changed: { readConnections: () => Promise.resolve([]) },
      facts: { saved: { kind: 'nothing' } },
      calls: [],
    },
    {
      what: 'the connection is unreadable',
      changed: { readConnections: () => Promise.resolve('silent'), probe: () => Promise.resolve(null) },
      facts: { saved: { kind: 'unreadable' } },
      calls: ['time'],
    },
    {
      what: 'the background never answers',
      changed: { readConnections: () => Promise.resolve('silent'), probe: () => Promise.resolve('silent') },
      facts: { saved: { kind: 'silent' } },
      calls: ['time'],
    },
    {
      what: 'the permission is missing',
      changed: { hasHostPermission: () => Promise.resolve(false) },
      facts: { hasHostPermission: false },
      calls: [],
    },
  ])('make no further calls where $what', async ({ changed, facts, calls }) => {
    const { called, last } = await check(changed);
    expect(last).toMatchObject(facts);
    expect(called).toEqual(calls);
  });

  it('wait a second for a call that hangs, and report it as silent', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const checking = check({
      probe: (operation) =>
        operation === 'music' ? sleep(25_000).then(() => 'silent' as const) : Promise.resolve(answer()),
    });
    await vi.runAllTimersAsync();
    const { called, last } = await checking;
    expect(last?.answers).toMatchObject({ music: 'silent', divisions: { ok: true } });
    expect(called).toEqual(probeOrder);
  });

  it('call and report nothing more once they are cancelled', async () => {
    const cancellation = new AbortController();
    const probe = () => {
      cancellation.abort();
      return Promise.resolve(answer());
    };
    const { called, last } = await check({ probe }, cancellation.signal);
    expect([called, last?.answers]).toEqual([['time'], {}]);
  });
});
