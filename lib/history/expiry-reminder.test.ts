import type { Validity } from '../validity/schema.ts';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { noExpiry } from '../validity/contract.ts';
import type { Attempt } from './types.ts';
import { testAttempt } from './test-helpers/attempt.ts';
import { createExpiryReminder } from './expiry-reminder.ts';
import { openJournal, type HistoryJournal } from './journal.ts';

const day = 86_400;
const start = 1_800_000_000;

const created = (
  expiresAt: number,
  { createdAt = start - 10 * day, validity }: Partial<{ createdAt: number; validity: Validity }> = {},
): Attempt =>
  testAttempt({
    createdAt: createdAt * 1000,
    validity: validity ?? { kind: 'duration', seconds: expiresAt - createdAt },
    expiresAt,
  });

const journalOf = (links: Attempt[]): Pick<HistoryJournal, 'expiringBetween' | 'expiryAfter'> => ({
  expiringBetween: ({ after, before }) => {
    if (after > before) return Promise.reject(new Error('As the database says'));
    const found = links.filter(({ expiresAt = 0 }) => expiresAt > after && expiresAt < before);
    return Promise.resolve(found.sort((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0)));
  },
  expiryAfter: (time) => {
    const times = links.map(({ expiresAt = 0 }) => expiresAt);
    const next = Math.min(...times.filter((each) => each > time && each < noExpiry));
    return Promise.resolve(next === Infinity ? null : next);
  },
});

/** A background on a machine with a clock that the test sets. It can be restarted; `disk` survives that. */
const createMachine = (links: Attempt[]) => {
  const reminded: string[][] = [];
  const disk: { until: number | null; alarm: number | null } = { until: null, alarm: null };
  const machine = { now: start, isWanted: true, reminded, disk, check: () => Promise.resolve<unknown>(null) };
  const boot = (): void => {
    ({ check: machine.check } = createExpiryReminder({
      journal: journalOf(links),
      remindedUntil: {
        read: () => Promise.resolve(disk.until),
        write: (until) => Promise.resolve(void (disk.until = until)),
      },
      isEnabled: () => Promise.resolve(machine.isWanted),
      remind: (some) => Promise.resolve(reminded.push(some.map(({ id }) => id))),
      setReminderAlarm: (moment) => (disk.alarm = moment),
      now: () => machine.now * 1000,
    }));
  };
  boot();
  return Object.assign(machine, { boot });
};

describe('an expiry reminder', () => {
  it('appears a day before, once', async () => {
    const link = created(start + 3 * day);
    const machine = createMachine([link]);
    await machine.check();
    expect([machine.reminded, machine.disk.alarm]).toEqual([[], start + 2 * day]);
    machine.now = start + 2 * day;
    await Promise.all([machine.check(), machine.check()]);
    expect([machine.reminded, machine.disk.alarm]).toEqual([[[link.id]], null]);
    machine.boot();
    await machine.check();
    machine.now += 100;
    await machine.check();
    expect(machine.reminded).toHaveLength(1);
  });

  it('covers several links at once, and is scheduled for the next one', async () => {
    const links = [1, 2, 3].map((minute) => created(start + 2 * day + minute * 60));
    const machine = createMachine([...links, created(start + 9 * day)]);
    machine.now = start + day + 180;
    await machine.check();
    expect(machine.reminded).toEqual([links.map(({ id }) => id)]);
    expect(machine.disk.alarm).toBe(start + 8 * day);
  });

  const forADay = { createdAt: start, validity: { kind: 'duration', seconds: day } } as const;
  const thisEvening = { kind: 'until', expiresAt: start + 9000 } as const;
  it.each<[string, Attempt]>([
    ['created for an hour', created(start + 3600, { createdAt: start })],
    ['created for a day', created(start + day, { createdAt: start })],
    ['created for a day by a clock ahead', created(start + day + 99, forADay)],
    [
      'created for a day, with an answer that came late, and is being changed',
      {
        ...created(start + day + 1, forADay),
        change: { kind: 'extend', state: 'sending', at: start * 1000 },
      },
    ],
    ['created until this evening', created(start + 9000, { createdAt: start, validity: thisEvening })],
    ['without an expiry date', created(noExpiry, { validity: { kind: 'never' } })],
    ['over', created(start - 1)],
  ])('is not for a link that was %s', async (_, link) => {
    const machine = createMachine([link]);
    await machine.check();
    machine.now += 100;
    await machine.check();
    expect([machine.reminded, machine.disk.alarm === null || (link.expiresAt ?? 0) > start + day]).toEqual([
      [],
      true,
    ]);
  });

  it('does not appear, nor is scheduled, while it is switched off; afterwards it covers links that still work', async () => {
    const link = created(start + 2 * day);
    const machine = createMachine([link]);
    await machine.check();
    machine.isWanted = false;
    machine.now = start + day + 60;
    await machine.check();
    expect([machine.reminded, machine.disk.alarm]).toEqual([[], null]);
    machine.isWanted = true;
    await machine.check();
    expect(machine.reminded).toEqual([[link.id]]);
  });

  it('appears for a link of an hour that was extended to last longer', async () => {
    const change = { kind: 'extend', state: 'done', at: 0 } as const;
    const validity = { kind: 'duration', seconds: 3600 } as const;
    const link = { ...created(start + day - 60, { createdAt: start - 7 * day, validity }), change };
    const machine = createMachine([link]);
    await machine.check();
    expect(machine.reminded).toEqual([[link.id]]);
  });

  it('is not suppressed forever by a clock that was ahead', async () => {
    const link = created(start + 5 * day);
    const machine = createMachine([link]);
    machine.disk.until = start + 4000 * day;
    await machine.check();
    machine.now = start + 4 * day;
    await machine.check();
    expect(machine.reminded).toEqual([[link.id]]);
  });

  it('is tried again after the disk failed', async () => {
    const link = created(start + day - 9);
    const machine = createMachine([link]);
    const { disk } = machine;
    const refusing = createExpiryReminder({
      journal: { ...journalOf([]), expiringBetween: () => Promise.reject(new Error('no')) },
      remindedUntil: { read: () => Promise.resolve(null), write: () => Promise.resolve() },
      isEnabled: () => Promise.resolve(true),
      remind: () => Promise.resolve(),
      setReminderAlarm: () => null,
    });
    await refusing.check();
    await machine.check();
    expect([machine.reminded, disk.until]).toEqual([[[link.id]], start + day]);
  });
});

it('whenever links expire, and whenever the background runs, each link gets at most one reminder, and every link that worked at a check gets one', async () => {
  const link = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 20 }));
  const step = fc.record({ hours: fc.integer({ min: 0, max: 60 }), restart: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(link), fc.array(step, { maxLength: 20 }), async (pairs, steps) => {
      const links = pairs.map(([ends, lives]) =>
        created(start + ends * day, { createdAt: start + (ends - lives) * day }),
      );
      const machine = createMachine(links);
      const due = new Set<string>();
      for (const { hours, restart } of [{ hours: 0, restart: false }, ...steps]) {
        machine.now += hours * 3600;
        if (restart) machine.boot();
        await machine.check();
        for (const { id, expiresAt = 0, createdAt } of links)
          if (expiresAt > machine.now && expiresAt <= machine.now + day && expiresAt - createdAt / 1000 > day)
            due.add(id);
      }
      const reminded = machine.reminded.flat();
      expect(reminded.toSorted()).toEqual([...due].toSorted());
    }),
  );
});

describe('the history', () => {
  beforeEach(() => {
    globalThis.indexedDB = new IDBFactory();
  });

  it('finds links that expire between two times', async () => {
    const journal = openJournal();
    const links = [50, 30, 40, 20].map((seconds) => created(start + seconds));
    for (const link of links) await journal.begin(link);
    const { id, ...sending } = { ...created(0), state: 'sending' as const };
    delete sending.expiresAt;
    await journal.begin({ ...sending, id: `${id} is on its way` });
    const between = (after: number, before: number) => ({ after: start + after, before: start + before });
    const ends = async (after: number, before: number) =>
      (await journal.expiringBetween(between(after, before))).map(({ expiresAt = 0 }) => expiresAt - start);
    expect(await ends(0, 100)).toEqual([20, 30, 40, 50]);
    expect(await ends(20, 50)).toEqual([30, 40]);
    expect(await ends(50, 100)).toEqual([]);
    expect(await journal.countExpiring(between(20, 100), 9)).toBe(3);
    expect(await journal.countExpiring(between(20, 100), 2)).toBe(2);
    expect(await journal.expiryAfter(start + 20)).toBe(start + 30);
    expect(await journal.expiryAfter(start + 50)).toBeNull();
  });
});
