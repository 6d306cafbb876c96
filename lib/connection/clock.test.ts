import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClockReading, createClock } from './clock.ts';

const here = 'https://s.example/v3';

const setUp = (now: number) => {
  const state = { now, reading: null as ClockReading | null, writes: 0 };
  const clock = createClock({
    reading: {
      read: () => Promise.resolve(state.reading),
      write: (next) => {
        state.reading = next;
        state.writes += 1;
        return Promise.resolve();
      },
    },
    now: () => state.now,
  });
  return { state, clock };
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

  it.each([null, '', 'yesterday', '<b>'])('ignores a Date of %j', async (date) => {
    const { state, clock } = setUp(1_000_000_000_000);
    await clock.observe(here, date);
    expect(state.reading).toBeNull();
  });

  it.each([0, -1, 1_700_000_000_000, 1e16, 1e300, NaN, Infinity])('ignores a time of %d', async (seconds) => {
    const { state, clock } = setUp(1_700_000_000_000);
    await clock.set(here, seconds);
    expect(state.reading).toBeNull();
  });

  it('is stored only when it has changed', async () => {
    const { state, clock } = setUp(1_700_000_000_000);
    await clock.set(here, 1_700_000_100);
    await clock.set(here, 1_700_000_100.2);
    expect(state.writes).toBe(1);
    await clock.set(here, 1_700_000_200);
    expect(state.writes).toBe(2);
  });

  it('uses this machine’s clock where the browser cannot store it', async () => {
    const broken = () => Promise.reject(new Error('storage'));
    const clock = createClock({ reading: { read: broken, write: broken }, now: () => 5000 });
    await clock.observe(here, new Date(0).toUTCString());
    expect(await clock.offset(here)).toBeNull();
    expect(await clock.seconds(here)).toBe(5);
  });
});
