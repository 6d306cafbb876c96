import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstPlayback } from '../../lib/music/choices.ts';
import type { Command, Report, Word } from '../../lib/music/contract.ts';
import { createSession } from './session.ts';

const { volume, muted, shuffle, repeat } = firstPlayback;

/** As a fresh sound reports, before it knows anything. */
const fresh: Report = {
  ...{ phase: 'paused', place: null, tabId: null, track: null, elapsed: 0, total: null },
  ...{ volume, muted, shuffle, repeat, sleep: null, trouble: null },
};
const playing: Report = {
  ...fresh,
  ...{ phase: 'playing', place: 'here', track: 3, elapsed: 63, total: 240, volume: 0.5, repeat: 'one' },
};
const play: Command = { do: 'play', by: 'person' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A session and what it hears. */
const start = () => {
  let listener: (word: Word | null) => void = () => undefined;
  const given: Command[] = [];
  const session = createSession({
    remote: {
      command: (command) => void given.push(command),
      listen: (each) => void (listener = each),
      close: () => undefined,
    },
    changed: () => undefined,
  });
  return {
    ...session,
    given,
    shown: () => session.view().report,
    hear: (report: Report) => listener({ kind: 'report', report }),
    gone: () => listener(null),
  };
};

/** A session that has heard a report. */
const startWith = (report: Report) => {
  const session = start();
  session.give({ do: 'look' });
  session.hear(report);
  return session;
};

const pass = (milliseconds: number): void => void vi.advanceTimersByTime(milliseconds);

describe('what a person has set', () => {
  it.each<[Command, Partial<Report>]>([
    [{ do: 'volume', to: 0.85 }, { volume: 0.85 }],
    [{ do: 'mute', on: true }, { muted: true }],
    [{ do: 'shuffle', on: false }, { shuffle: false }],
    [{ do: 'repeat', mode: 'off' }, { repeat: 'off' }],
    [{ do: 'seek', to: 120 }, { elapsed: 120 }],
    [{ do: 'sleep', after: 'track-end' }, { sleep: { after: 'track-end', end: null } }],
    [{ do: 'pause' }, { phase: 'paused' }],
  ])('holds for a moment against reports on their way: %j', (command, set) => {
    const { give, hear, shown } = startWith(playing);
    give(command);
    hear({ ...playing, total: 241 });
    expect(shown()).toEqual({ ...playing, ...set, total: 241 });
    pass(399);
    expect(shown()).toMatchObject(set);
  });

  it('is not what is shown when the sound still says otherwise after that', () => {
    const { give, hear, shown } = startWith(playing);
    give({ do: 'volume', to: 0.85 });
    give({ do: 'pause' });
    hear(playing);
    pass(400);
    expect(shown()).toEqual(playing);
  });

  it('stays when nothing has been heard since', () => {
    const { give, hear, shown } = startWith(playing);
    hear({ ...playing, elapsed: 64 });
    give({ do: 'volume', to: 0.85 });
    pass(10_000);
    expect(shown().volume).toBe(0.85);
    hear({ ...playing, elapsed: 65 });
    expect(shown().volume).toBe(0.5);
  });

  it('holds from the last time on', () => {
    const { give, hear, shown } = startWith(playing);
    for (const to of [0.75, 0.8, 0.85]) {
      give({ do: 'volume', to });
      pass(300);
    }
    hear({ ...playing, volume: 0.75 });
    expect(shown().volume).toBe(0.85);
  });

  it('holds the place in a track, and not in another one', () => {
    const { give, hear, shown } = startWith(playing);
    give({ do: 'seek', to: 120 });
    hear({ ...playing, track: 4, elapsed: 0 });
    expect(shown()).toMatchObject({ track: 4, elapsed: 0 });
  });

  it('holds for a moment after a sound has come that was long in coming', () => {
    const { give, hear, shown } = start();
    give(play);
    give({ do: 'mute', on: true });
    pass(3000);
    hear(fresh);
    expect(shown()).toMatchObject({ phase: 'loading', place: 'here', muted: true });
    hear({ ...playing, muted: true });
    expect(shown()).toMatchObject({ phase: 'playing', muted: true });
    hear(fresh);
    pass(400);
    expect(shown().phase).toBe('paused');
  });

  it('holds Play against another tab that still plays', () => {
    const { give, hear, shown } = startWith({ ...playing, place: 'elsewhere' });
    give(play);
    hear({ ...playing, place: 'elsewhere', elapsed: 64 });
    expect(shown()).toMatchObject({ phase: 'loading', place: 'here' });
    hear(playing);
    expect(shown()).toMatchObject({ phase: 'playing', place: 'here' });
  });

  it('does not hold Play against trouble', () => {
    const { give, hear, shown } = startWith({ ...playing, phase: 'paused' });
    give(play);
    hear({ ...playing, phase: 'paused', trouble: 'nothing-plays' });
    expect(shown()).toMatchObject({ phase: 'paused', trouble: 'nothing-plays' });
  });

  it('is forgotten when the sound is gone', () => {
    const { give, hear, gone, shown } = startWith(playing);
    give({ do: 'pause' });
    gone();
    hear(playing);
    expect(shown().phase).toBe('playing');
  });
});

describe('a fresh sound, which knows nothing yet', () => {
  it('changes nothing of the track and the modes that are known', () => {
    const { give, gone, hear, shown } = startWith(playing);
    gone();
    expect(shown()).toEqual({ ...playing, phase: 'paused', place: null });
    give({ do: 'shuffle', on: false });
    hear(fresh);
    pass(1000);
    hear({ ...fresh, phase: 'loading', place: 'elsewhere' });
    expect(shown()).toEqual({ ...playing, phase: 'loading', place: 'elsewhere', shuffle: false });
  });

  it('is believed in trouble, and where nothing is known', () => {
    const trouble = startWith(playing);
    trouble.hear({ ...fresh, trouble: 'no-tracks' });
    expect(trouble.shown()).toEqual({ ...fresh, trouble: 'no-tracks' });
    expect(startWith({ ...fresh, volume: 0.1 }).shown().volume).toBe(0.1);
  });
});

describe('the sound that is gone', () => {
  it.each<Command>([play, { do: 'look' }, { do: 'mute', on: true }])(
    'without ever answering is trouble: %j',
    (command) => {
      const { give, gone, shown } = start();
      give(command);
      gone();
      expect(shown()).toMatchObject({ phase: 'paused', place: null, trouble: 'blocked' });
    },
  );

  it('before there was a track is trouble, unless there was another', () => {
    const session = startWith(fresh);
    session.gone();
    expect(session.shown().trouble).toBe('blocked');
    const troubled = startWith({ ...fresh, trouble: 'not-connected' });
    troubled.gone();
    expect(troubled.shown().trouble).toBe('not-connected');
  });

  it('is none after it was there, and may be asked for again', () => {
    const { give, gone, hear, shown } = startWith(playing);
    gone();
    gone();
    expect(shown().trouble).toBeNull();
    give(play);
    gone();
    expect(shown().trouble).toBe('blocked');
    give(play);
    expect(shown().trouble).toBeNull();
    hear(playing);
    expect(shown()).toEqual(playing);
  });
});
