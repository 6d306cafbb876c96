import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryMap } from '../storage/test-helpers/memory-item.ts';
import { type ClockReading, createClock } from './clock.ts';

const here = 'https://s.example/v3';

const setUp = (now: number) => {
  const state = { now, monotonic: 0 };
  const reading = memoryMap<ClockReading>();
  /** A clock as a worker creates it when it starts. */
  const startWorker = () => createClock({ reading, now: () => state.now, monotonic: () => state.monotonic });
  const wait = (milliseconds: number): void => {
    state.now += milliseconds;
    state.monotonic += milliseconds;
  };
  return { state, reading, clock: startWorker(), startWorker, wait };
};

const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2100, 0) });
const twoHours = fc.integer({ min: -7_200_000, max: 7_200_000 });

describe('the clock of the service', () => {
  it('is known to within a second from the Date of any answer, however wrong the clock here is', () =>
    fc.assert(
      fc.asyncProperty(moment, twoHours, async (service, wrong) => {
        const { state, clock } = setUp(service + wrong);
        await clock.observe(here, new Date(service).toUTCString());
        state.now += 60_000;
        expect(Math.abs((await clock.seconds(here)) - (service + 60_000) / 1000)).toBeLessThanOrEqual(1.5);
      }),
    ));

  it('is exact after Current time', async () => {
    const { clock } = setUp(1_000_000_000_000);
    await clock.set(here, 1_700_000_000.25);
    expect(await clock.offset(here)).toBe(700_000_000_250);
    expect(await clock.seconds(here)).toBe(1_700_000_000);
  });

  it('is this machine’s until an answer has arrived', async () => {
    const { clock } = setUp(1_000_000_000_999);
    expect(await clock.offset(here)).toBeNull();
    expect(await clock.seconds(here)).toBe(1_000_000_000);
  });

  it('of one address is not used for another', async () => {
    const { clock } = setUp(1_000_000_000_000);
    await clock.set(here, 1_700_000_000);
    expect(await clock.offset('https://t.example/v3')).toBeNull();
  });

  it.each([
    null,
    '',
    'yesterday',
    '<b>',
    'Invalid Date',
    // Not in the form of RFC 9110, so that its time zone, its century or its month would be a guess.
    'Fri, 27 Nov 2026 10:00:00',
    'Fri, 27 Nov 2026 10:00:00 +0200',
    'Friday, 27-Nov-26 10:00:00 GMT',
    'Fri Nov 27 10:00:00 2026',
    '2026-11-27T10:00:00Z',
    '2026-11-27',
    '11/12/2026',
    '1764237600',
    'Mon, 30 Feb 2026 10:00:00 GMT',
    'Sun, 27 Nov 2026 10:00:00 GMT',
  ])('ignores a Date of %j', async (date) => {
    const { reading, clock } = setUp(1_000_000_000_000);
    await clock.observe(here, date);
    expect(reading.item.value).toBeNull();
  });

  it.each([0, -1, 1_700_000_000_000, 1e16, 1e300, NaN, Infinity])('ignores a time of %d', async (seconds) => {
    const { reading, clock } = setUp(1_700_000_000_000);
    await clock.set(here, seconds);
    expect(reading.item.value).toBeNull();
  });

  it('uses this machine’s clock if the browser cannot store it', async () => {
    const broken = () => Promise.reject(new Error('storage'));
    const clock = createClock({ reading: { read: broken, write: broken, retain: broken }, now: () => 5000 });
    await clock.observe(here, new Date(0).toUTCString());
    expect(await clock.offset(here)).toBeNull();
    expect(await clock.seconds(here)).toBe(5);
  });
});

describe('a reading is trusted', () => {
  const minute = 60_000;
  const start = 1_700_000_000_000;

  it.each([50 * minute, -50 * minute, 10_000, -10_000])(
    'until the clock of this machine jumps by %i ms, and again after the next answer',
    async (jump) => {
      const { state, clock, wait } = setUp(start);
      expect(await clock.isTrusted(here)).toBe(false);
      await clock.set(here, start / 1000);
      wait(30 * minute);
      expect(await clock.isTrusted(here)).toBe(true);
      expect(await clock.isTrusted('https://t.example/v3')).toBe(false);
      state.now += jump;
      expect(await clock.isTrusted(here)).toBe(false);
      await clock.set(here, (start + 30 * minute) / 1000);
      expect(await clock.isTrusted(here)).toBe(true);
      expect(await clock.seconds(here)).toBe((start + 30 * minute) / 1000);
    },
  );

  it.each<[string, number, boolean]>([
    ['minutes ago', 5 * minute, true],
    ['an hour ago, or before a jump forward', 50 * minute, false],
    ['later than now: the clock jumped back', -minute, false],
  ])('by another worker only if it is fresh: one of %s', async (_, age, isTrusted) => {
    const { state, clock, startWorker } = setUp(start);
    await clock.set(here, start / 1000);
    state.now += age;
    state.monotonic = 0;
    expect(await startWorker().isTrusted(here)).toBe(isTrusted);
  });

  it('by a worker whose clock jumped since it started, no more', async () => {
    const { state, clock, startWorker, wait } = setUp(start);
    await clock.set(here, start / 1000);
    const next = startWorker();
    wait(minute);
    state.now += 8 * minute;
    expect(await next.isTrusted(here)).toBe(false);
  });
});
