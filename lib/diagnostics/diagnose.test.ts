import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ProbedOperation } from '../api/contract.ts';
import { sleep } from '../async/async.ts';
import { diagnose, type DiagnosticsDeps, type Facts, type Probe, probeOrder } from './diagnose.ts';

const saved = { address: 'https://s.example:8443/v3' };
const answer = (): Probe => ({ ok: true, milliseconds: 10, difference: 0 });

/** Runs the diagnostics with functions that succeed, except for `changed`. */
const check = async (changed: Partial<DiagnosticsDeps>, signal?: AbortSignal) => {
  const called: string[] = [];
  const reported: Facts[] = [];
  await diagnose(
    {
      readConnection: () => Promise.resolve(saved),
      hasHostPermission: (origin) => Promise.resolve(origin === 'https://s.example:8443'),
      isOffline: () => false,
      readErrors: () => Promise.resolve([]),
      ...changed,
      probe: (operation: ProbedOperation) => {
        called.push(operation);
        return changed.probe?.(operation) ?? Promise.resolve(answer());
      },
    },
    (facts) => reported.push(facts),
    signal,
  );
  return { called, reported, last: reported.at(-1) };
};

describe('the diagnostics', () => {
  it('call everything once, and create no link', async () => {
    const { called, last } = await check({});
    expect(called).toEqual(probeOrder);
    expect(last).toMatchObject({ hasHostPermission: true, link: { state: 'none' } });
  });

  it('report each fact as soon as it is known', async () => {
    const { reported } = await check({});
    expect(reported.map(({ answers }) => Object.keys(answers).length)).toEqual([
      0,
      ...probeOrder.keys(),
      probeOrder.length,
      probeOrder.length,
    ]);
  });

  it.each<{ what: string; changed: Partial<DiagnosticsDeps>; facts: Partial<Facts>; calls: string[] }>([
    {
      what: 'nothing is connected',
      changed: { readConnection: () => Promise.resolve(null) },
      facts: { saved: { kind: 'nothing' } },
      calls: [],
    },
    {
      what: 'the connection is unreadable',
      changed: { readConnection: () => Promise.resolve('silent'), probe: () => Promise.resolve(null) },
      facts: { saved: { kind: 'unreadable' } },
      calls: ['time'],
    },
    {
      what: 'the background never answers',
      changed: { readConnection: () => Promise.resolve('silent'), probe: () => Promise.resolve('silent') },
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
