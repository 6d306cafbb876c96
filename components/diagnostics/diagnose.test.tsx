import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProbedOperation } from '../../lib/api/contract.ts';
import { sleep } from '../../lib/async/async.ts';
import { background } from '../../lib/background.ts';
import { type Facts, type Probe, probeOrder } from '../../lib/diagnostics/facts.ts';
import { browser } from '../testing/browser.ts';
import { listedConnection } from '../testing/connections.ts';
import { diagnose } from './diagnose.ts';

const saved = listedConnection({ address: 'https://s.example:8443/v3' });
const answer: Probe = { ok: true, milliseconds: 10, difference: 0 };

interface Answers {
  /** Undefined: the background does not answer. */
  connections?: (typeof saved)[] | undefined;
  probe?(operation: ProbedOperation, id: string | undefined): Promise<Probe | null | undefined>;
  signal?: AbortSignal;
}

/** Runs the diagnostics with a service that answers everything, unless the test says otherwise. */
const check = async (answers: Answers) => {
  const { connections, probe = () => Promise.resolve(answer) } = { connections: [saved], ...answers };
  const { signal = new AbortController().signal } = answers;
  const called: string[] = [];
  vi.spyOn(background, 'connections').mockResolvedValue(connections);
  vi.spyOn(background, 'loggedErrors').mockResolvedValue([]);
  vi.spyOn(background, 'probe').mockImplementation(({ operation, connection }) => {
    called.push(connection === 'a' ? operation : `${operation} of ${connection}`);
    return probe(operation, connection);
  });
  const reported: (readonly Facts[])[] = [];
  await diagnose((facts) => reported.push(facts), signal);
  return { called, reported, all: reported.at(-1), last: reported.at(-1)?.[0] };
};

beforeEach(() => {
  vi.spyOn(browser.permissions, 'contains').mockImplementation((asked) =>
    Promise.resolve((asked as { origins: string[] }).origins[0] === 'https://s.example:8443/*'),
  );
});

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
      connections: [saved, { ...saved, address: 'https://other.example/v3', id: 'b' }, { ...saved, id: 'c' }],
      probe: (_, id) => Promise.resolve(id === 'a' ? failed : answer),
    });
    expect(all?.map(({ hasHostPermission }) => hasHostPermission)).toEqual([true, false, true]);
    expect(
      all?.map(({ answers }) => Object.values(answers).map((each) => each !== 'silent' && each.ok)),
    ).toEqual([Array.from({ length: 5 }, () => false), [], Array.from({ length: 5 }, () => true)]);
    expect(called.filter((each) => !each.includes(' of '))).toHaveLength(5);
    expect(called.filter((each) => each.endsWith(' of c'))).toHaveLength(5);
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

  const elsewhere = { ...saved, address: 'https://other.example/v3' };
  it.each<[string, Answers, Partial<Facts>, calls: string[]]>([
    ['nothing is connected', { connections: [] }, { saved: { kind: 'nothing' } }, []],
    [
      'the connection is unreadable',
      { connections: undefined, probe: () => Promise.resolve(null) },
      { saved: { kind: 'unreadable' } },
      ['time of undefined'],
    ],
    [
      'the background never answers',
      { connections: undefined, probe: () => Promise.resolve(undefined) },
      { saved: { kind: 'silent' } },
      ['time of undefined'],
    ],
    ['the permission is missing', { connections: [elsewhere] }, { hasHostPermission: false }, []],
  ])('make no further calls where %s', async (_, answers, facts, calls) => {
    const { called, last } = await check(answers);
    expect(last).toMatchObject(facts);
    expect(called).toEqual(calls);
  });

  it('wait a second for a call that hangs, and report it as silent', async () => {
    vi.useFakeTimers();
    const checking = check({
      probe: (operation) =>
        operation === 'music' ? sleep(25_000).then(() => undefined) : Promise.resolve(answer),
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
      return Promise.resolve(answer);
    };
    const { called, last } = await check({ probe, signal: cancellation.signal });
    expect([called, last?.answers]).toEqual([['time'], {}]);
  });
});
