import { expect, it, vi } from 'vitest';
import { type ProbedOperation, probedOperation } from '../../lib/api/contract.ts';
import { sleep } from '../../lib/async/async.ts';
import { background } from '../../lib/background.ts';
import { browser } from '../testing/browser.ts';
import { listedConnection } from '../testing/connections.ts';
import { type Facts, type Probe, runningCheck } from './checks.ts';
import { diagnose } from './diagnose.ts';

const connection = listedConnection({ address: 'https://s.example:8443/v3' });
const operations = probedOperation.options;
const answer: Probe = { ok: true, milliseconds: 10, difference: 0 };

/** Checks the connection, and returns what became known and which check ran at each step. */
const check = async (
  probe: (operation: ProbedOperation) => Probe | Promise<undefined> = () => answer,
  origin = 'https://s.example:8443/*',
) => {
  vi.spyOn(browser.permissions, 'contains').mockImplementation((asked) =>
    Promise.resolve((asked as { origins: string[] }).origins[0] === origin),
  );
  const shorten = vi.spyOn(background, 'shorten');
  vi.spyOn(background, 'probe').mockImplementation(({ operation }) =>
    Promise.resolve<Probe | undefined>(probe(operation)),
  );
  const facts: Facts = { connection, answers: {} };
  const steps = [runningCheck(facts)];
  await diagnose(facts, () => steps.push(runningCheck(facts)));
  expect(shorten).not.toHaveBeenCalled();
  return { facts, steps };
};

it('calls every operation of the connection once, one after another', async () => {
  const { facts, steps } = await check();
  expect(facts.answers).toEqual(Object.fromEntries(operations.map((name) => [name, answer])));
  expect(vi.mocked(background.probe).mock.calls).toEqual(
    operations.map((operation) => [{ operation, connection: 'a' }]),
  );
  expect(steps).toEqual(['permission', ...operations, null]);
});

it('calls nothing without access', async () => {
  const { facts, steps } = await check(undefined, 'https://other.example/*');
  expect([facts.isAllowed, steps]).toEqual([false, ['permission', null]]);
  expect(background.probe).not.toHaveBeenCalled();
});

it('waits a second for a call that hangs, and leaves it without an answer', async () => {
  vi.useFakeTimers();
  const hang = () => sleep(25_000).then(() => undefined);
  const checking = check((operation) => (operation === 'music' ? hang() : answer));
  await vi.advanceTimersByTimeAsync(1000);
  expect(background.probe).toHaveBeenCalledTimes(operations.length);
  await vi.runAllTimersAsync();
  expect((await checking).facts.answers).toMatchObject({ music: null, grayscale: answer });
});
