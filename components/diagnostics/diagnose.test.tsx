import { expect, it, vi } from 'vitest';
import { type ProbedOperation, probedOperation } from '../../lib/api/contract.ts';
import { sleep } from '../../lib/async/async.ts';
import { background } from '../../lib/background.ts';
import { browser } from '../testing/browser.ts';
import { listedConnection } from '../testing/connections.ts';
import type { Facts, Probe } from './checks.ts';
import { diagnose } from './diagnose.ts';

const saved = listedConnection({ address: 'https://s.example:8443/v3' });
const elsewhere = listedConnection({ address: 'https://other.example/v3', id: 'b' });
const operations = probedOperation.options;
const answer: Probe = { ok: true, milliseconds: 10, difference: 0 };

/** Checks these connections; undefined: the background does not say which there are. */
const check = async (
  connections: (typeof saved)[] | undefined,
  probe: (
    operation: ProbedOperation,
    id: string | undefined,
  ) => Probe | Promise<undefined> | null | undefined = () => answer,
) => {
  const called: string[] = [];
  vi.spyOn(browser.permissions, 'contains').mockImplementation((asked) =>
    Promise.resolve((asked as { origins: string[] }).origins[0] === 'https://s.example:8443/*'),
  );
  vi.spyOn(background, 'connections').mockResolvedValue(connections);
  const shorten = vi.spyOn(background, 'shorten');
  vi.spyOn(background, 'probe').mockImplementation(({ operation, connection }) => {
    called.push(`${operation} of ${connection}`);
    return Promise.resolve<Probe | null | undefined>(probe(operation, connection));
  });
  const facts = await diagnose();
  expect(shorten).not.toHaveBeenCalled();
  return { called, facts };
};

it('calls every operation of every connection once, also if one cannot be reached or has no permission', async () => {
  const failed: Probe = { ...answer, ok: false, failure: { reason: 'unreachable', hadEffect: 'no' } };
  const last = { ...saved, id: 'c' };
  const { called, facts } = await check([saved, elsewhere, last], (_, id) => (id === 'a' ? failed : answer));
  const all = (each: Probe): Facts['answers'] => Object.fromEntries(operations.map((name) => [name, each]));
  expect(facts).toMatchObject([
    { saved, isAllowed: true, answers: all(failed) },
    { saved: elsewhere, isAllowed: false, answers: {} },
    { saved: last, isAllowed: true, answers: all(answer) },
  ]);
  expect(called.toSorted()).toEqual(
    operations.flatMap((name) => [`${name} of a`, `${name} of c`]).toSorted(),
  );
});

it('waits a second for a call that hangs, and reports it as silent', async () => {
  vi.useFakeTimers();
  const hang = () => sleep(25_000).then(() => undefined);
  const checking = check([saved], (operation) => (operation === 'music' ? hang() : answer));
  await vi.advanceTimersByTimeAsync(1000);
  expect(background.probe).toHaveBeenCalledTimes(operations.length);
  await vi.runAllTimersAsync();
  expect((await checking).facts[0]?.answers).toMatchObject({ music: 'silent', divisions: answer });
});

it.each([
  ['nothing is connected', [], undefined, 'nothing', []],
  ['the connection is unreadable', undefined, null, 'unreadable', ['time of undefined']],
  ['the background never answers', undefined, undefined, 'silent', ['time of undefined']],
])('makes no further calls where %s', async (_, connections, probe, expected, calls) => {
  const { called, facts } = await check(connections, () => probe);
  expect([facts, called]).toEqual([[expect.objectContaining({ saved: expected, answers: {} })], calls]);
});
