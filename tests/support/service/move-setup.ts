import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, vi } from 'vitest';
import { sleep } from '../../../lib/async/async.ts';
import { maxPending } from '../../../lib/batch/run-batch.ts';
import type { Account } from '../../../lib/connection/account.ts';
import { createPrivateJournal, openJournal } from '../../../lib/history/journal.ts';
import { testAttempt } from '../../../lib/history/test-helpers/attempt.ts';
import type { Move, MoveRequest, MoveState } from '../../../lib/moving/move.ts';
import { LinkMover } from '../../../lib/moving/link-mover.ts';
import { testInfo } from '../../../lib/settings/test-helpers/connection-info.ts';
import { createShortener, type Shortener } from '../../../lib/shortening/shortening.ts';
import { memoryItem } from '../../../lib/storage/test-helpers/memory-item.ts';
import { choices } from '../../../lib/validity/validity.ts';
import { type Fault, pass } from './faults.ts';
import type { Proxy } from './proxy.ts';
import { createClient, formOf } from './client-setup.ts';

const never = new Promise<never>(() => undefined);

/** The same object, whose methods never settle once `isKilled` returns true, as in a background that was killed. */
const killable = <Target extends object>(target: Target, isKilled: () => boolean): Target =>
  new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]): Promise<unknown> => {
        if (isKilled()) return never;
        const result: unknown = await Reflect.apply(value, object, given);
        return isKilled() ? never : result;
      };
    },
  });

/** The state when nothing more is sent. */
export const ended = async (moving: LinkMover): Promise<MoveState> => {
  for (;;) {
    const state = await moving.state();
    if (state && !state.isRunning) return state;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** A profile with a connection to each account, whose background can be killed and started again. */
export const createProfile = async (accounts: readonly [Account, Account], pause: typeof sleep = sleep) => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const client = createClient();
  for (const account of accounts) await client.service.connect(formOf(account));
  const [first, second] = await client.service.views();
  if (!first || !second) throw new Error('There are no two connections.');
  const request: MoveRequest = { from: first.id, to: second.id };
  const journal = openJournal();
  const move = memoryItem<Move | null>();
  const privateAttempts = memoryItem<unknown[]>();
  let writes = 0;
  let waits = 0;
  let kill = (): void => undefined;
  let shortener: Shortener | undefined;

  /** A background that has just started, in place of the one before. */
  const start = (): LinkMover => {
    kill();
    let isKilled = false;
    kill = () => {
      isKilled = true;
    };
    const untilKilled = <Target extends object>(target: Target): Target => killable(target, () => isKilled);
    const regular = untilKilled(journal);
    const settings = async () => ({
      offered: choices,
      connections: (await client.service.views()).map(({ id }) => testInfo({ id })),
    });
    const started = createShortener({
      async connection(id) {
        const connection = await client.service.connection(id);
        return connection && untilKilled(connection);
      },
      journals: { regular, private: createPrivateJournal(privateAttempts, memoryItem<string[]>()) },
      settings,
    });
    const write = (next: Move | null): Promise<void> => {
      writes += 1;
      return move.write(next);
    };
    shortener = started;
    return new LinkMover({
      shortener: started,
      journal: regular,
      settings,
      stored: untilKilled({ read: move.read, write }),
      setAlarm: () => undefined,
      sleep: (milliseconds, signal) => {
        waits += 1;
        return pause(milliseconds, signal);
      },
    });
  };

  /** Writes active links of a connection to the history, the first to expire first. */
  const addLinks = (account: string, count: number, name = 'link'): Promise<void> =>
    journal.add(
      Array.from({ length: count }, (_, at) =>
        testAttempt({
          account,
          link: `https://example.com/${name}/${at}`,
          shortLink: `https://short.example/${name}/${at}`,
          expiresAt: 1_900_000_000 + at,
        }),
      ),
    );
  return {
    client,
    first,
    second,
    request,
    journal,
    move,
    start,
    kill: () => kill(),
    /** That of the background which was started last. */
    shortener: (): Shortener => {
      if (!shortener) throw new Error('The background was not started.');
      return shortener;
    },
    addLinks,
    /** How often the move was written, and how often a run has paused. */
    counts: () => ({ writes, waits }),
  };
};

/** The number of a link that `addLinks` has written. */
const numberOf = (link: string): number => Number(link.split('/').at(-1));

/**
 * Moves this many links to the service behind the proxy, which limits requests, with a background that is killed after a third
 * of them; and checks that each is created once, in order, and that all are moved or named.
 */
export const moveMany = async (
  accounts: readonly [Account, Account],
  { proxy, count, pause }: { proxy: Proxy; count: number; pause?: typeof sleep },
) => {
  const profile = await createProfile(accounts, pause);
  await profile.addLinks(profile.first.id, count);
  let killed = (): void => undefined;
  const death = new Promise<void>((resolve) => {
    killed = resolve;
  });
  const killing: Fault = async ({ forward }) => {
    await forward();
    profile.kill();
    killed();
  };
  proxy.mark();
  proxy.next('add', ...Array.from({ length: Math.floor(count / 3) }, () => pass), killing);
  await profile.start().start(profile.request);
  await death;
  const state = await ended(profile.start());

  const adds = proxy.log.filter(({ operation }) => operation === 'add');
  const created = adds.flatMap(({ body, answer }) => {
    const { code } = JSON.parse(answer?.body.toString() ?? '{}') as { code?: number };
    return code === 200 ? numberOf((JSON.parse(body) as { link: string }).link) : [];
  });
  expect(new Set(created).size).toBe(created.length);
  // Three are sent at the same time, and any of them may arrive first.
  for (const [at, number] of created.entries()) expect(Math.abs(number - at)).toBeLessThan(2 * maxPending);
  // What was pending when the background was killed is named, and nothing else.
  expect(state).toMatchObject({ stopped: null, waiting: 0, failed: 0, created: count - state.unknown });
  expect(state.unknown).toBeGreaterThan(0);
  // One that was written to the history and not sent yet is named as well.
  expect(created.length).toBeGreaterThanOrEqual(state.created);
  expect(state.unknown).toBeLessThanOrEqual(maxPending);
  expect(state.links.map(({ link }) => numberOf(link))).toEqual(Array.from({ length: count }, (_, at) => at));
  const moved = state.links.flatMap(({ newShortLink }) => newShortLink ?? []);
  expect(new Set(moved).size).toBe(state.created);
  const { writes, waits } = profile.counts();
  // The move is written when it begins and when it ends, and a pause costs a request of each pending link at most.
  expect(writes).toBeLessThanOrEqual(3);
  expect(proxy.count('token')).toBe(0);
  expect(adds.length).toBeLessThanOrEqual(count + waits + 2 * maxPending);
  // Ids only.
  expect(JSON.stringify(profile.move.value).length).toBeLessThan(100 * count + 200);
  return { waits };
};
