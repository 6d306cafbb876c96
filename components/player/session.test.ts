import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command, PlayerReport, PlayerEvent } from '../../lib/music/contract.ts';
import { initialReport } from './report.ts';
import { createSession } from './session.ts';

/** An audio player that has just started reports this, before it has loaded anything. */
const fresh = initialReport;
const playing: PlayerReport = {
  ...fresh,
  phase: 'playing',
  owner: 'this-tab',
  track: 3,
  elapsed: 63,
  total: 240,
  volume: 0.5,
  repeat: 'one',
};
const play: Command = { type: 'play', by: 'user' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A session, the commands that it has sent, and the events that it receives. */
const start = () => {
  let listener: (event: PlayerEvent | null) => void = () => undefined;
  const sent: Command[] = [];
  const session = createSession({
    remote: {
      command: (command) => void sent.push(command),
      listen: (each) => void (listener = each),
    },
    signal: new AbortController().signal,
    onChange: () => undefined,
  });
  return {
    ...session,
    sent,
    shown: () => session.view().report,
    receive: (report: PlayerReport) => listener({ kind: 'report', report }),
    close: () => listener(null),
  };
};

/** A session that has received a report. */
const startWith = (report: PlayerReport) => {
  const session = start();
  session.send({ type: 'load' });
  session.receive(report);
  return session;
};

const pass = (milliseconds: number): void => void vi.advanceTimersByTime(milliseconds);

describe('a setting that a person has just changed', () => {
  it.each<[Command, Partial<PlayerReport>]>([
    [{ type: 'volume', to: 0.85 }, { volume: 0.85 }],
    [{ type: 'mute', on: true }, { muted: true }],
    [{ type: 'shuffle', on: false }, { shuffle: false }],
    [{ type: 'repeat', mode: 'off' }, { repeat: 'off' }],
    [{ type: 'seek', to: 120 }, { elapsed: 120 }],
    [{ type: 'sleep', after: 'track-end' }, { sleep: { after: 'track-end', end: null } }],
    [{ type: 'pause' }, { phase: 'paused' }],
  ])('is shown instead of older reports for 400 ms: %j', (command, set) => {
    const { send, receive, shown } = startWith(playing);
    send(command);
    receive({ ...playing, total: 241 });
    expect(shown()).toEqual({ ...playing, ...set, total: 241 });
    pass(399);
    expect(shown()).toMatchObject(set);
  });

  it('is reverted when the audio player still reports another value after that', () => {
    const { send, receive, shown } = startWith(playing);
    send({ type: 'volume', to: 0.85 });
    send({ type: 'pause' });
    receive(playing);
    pass(400);
    expect(shown()).toEqual(playing);
  });

  it('stays while no report arrives', () => {
    const { send, receive, shown } = startWith(playing);
    receive({ ...playing, elapsed: 64 });
    send({ type: 'volume', to: 0.85 });
    pass(10_000);
    expect(shown().volume).toBe(0.85);
    receive({ ...playing, elapsed: 65 });
    expect(shown().volume).toBe(0.5);
  });

  it('is shown for 400 ms from the last change on', () => {
    const { send, receive, shown } = startWith(playing);
    for (const to of [0.75, 0.8, 0.85]) {
      send({ type: 'volume', to });
      pass(300);
    }
    receive({ ...playing, volume: 0.75 });
    expect(shown().volume).toBe(0.85);
  });

  it('is no longer shown as a position once another track begins', () => {
    const { send, receive, shown } = startWith(playing);
    send({ type: 'seek', to: 120 });
    receive({ ...playing, track: 4, elapsed: 0 });
    expect(shown()).toMatchObject({ track: 4, elapsed: 0 });
  });

  it('is shown for 400 ms after a slow start of the audio player', () => {
    const { send, receive, shown } = start();
    send(play);
    send({ type: 'mute', on: true });
    pass(3000);
    receive(fresh);
    expect(shown()).toMatchObject({ phase: 'loading', owner: 'this-tab', muted: true });
    receive({ ...playing, muted: true });
    expect(shown()).toMatchObject({ phase: 'playing', muted: true });
    receive(fresh);
    pass(400);
    expect(shown().phase).toBe('paused');
  });

  it('is shown as Play while another tab still plays', () => {
    const { send, receive, shown } = startWith({ ...playing, owner: 'other-tab' });
    send(play);
    receive({ ...playing, owner: 'other-tab', elapsed: 64 });
    expect(shown()).toMatchObject({ phase: 'loading', owner: 'this-tab' });
    receive(playing);
    expect(shown()).toMatchObject({ phase: 'playing', owner: 'this-tab' });
  });

  it('is not shown as Play when a problem is reported', () => {
    const { send, receive, shown } = startWith({ ...playing, phase: 'paused' });
    send(play);
    receive({ ...playing, phase: 'paused', problem: 'nothing-plays' });
    expect(shown()).toMatchObject({ phase: 'paused', problem: 'nothing-plays' });
  });

  it('is no longer shown when the audio player closes', () => {
    const { send, receive, close, shown } = startWith(playing);
    send({ type: 'pause' });
    close();
    receive(playing);
    expect(shown().phase).toBe('playing');
  });
});

describe('an audio player that has just started', () => {
  it('does not replace the known track and modes', () => {
    const { send, close, receive, shown } = startWith(playing);
    close();
    expect(shown()).toEqual({ ...playing, phase: 'paused', owner: null });
    send({ type: 'shuffle', on: false });
    receive(fresh);
    pass(1000);
    receive({ ...fresh, phase: 'loading', owner: 'other-tab' });
    expect(shown()).toEqual({ ...playing, phase: 'loading', owner: 'other-tab', shuffle: false });
  });

  it('replaces them in case of a problem, and if nothing is known', () => {
    const problem = startWith(playing);
    problem.receive({ ...fresh, problem: 'no-tracks' });
    expect(problem.shown()).toEqual({ ...fresh, problem: 'no-tracks' });
    expect(startWith({ ...fresh, volume: 0.1 }).shown().volume).toBe(0.1);
  });
});

describe('an audio player that has closed', () => {
  it.each<Command>([play, { type: 'load' }, { type: 'mute', on: true }])(
    'without an answer is a problem: %j',
    (command) => {
      const { send, close, shown } = start();
      send(command);
      close();
      expect(shown()).toMatchObject({ phase: 'paused', owner: null, problem: 'blocked' });
    },
  );

  it('before it had a track is a problem, unless there was another one', () => {
    const session = startWith(fresh);
    session.close();
    expect(session.shown().problem).toBe('blocked');
    const troubled = startWith({ ...fresh, problem: 'not-connected' });
    troubled.close();
    expect(troubled.shown().problem).toBe('not-connected');
  });

  it('after it had a track is no problem, and Play restarts it', () => {
    const { send, close, receive, shown } = startWith(playing);
    close();
    close();
    expect(shown().problem).toBeNull();
    send(play);
    close();
    expect(shown().problem).toBe('blocked');
    send(play);
    expect(shown().problem).toBeNull();
    receive(playing);
    expect(shown()).toEqual(playing);
  });
});

it('while music plays for this tab sends keep-alive every 10 s, for which Firefox does not suspend the background page', () => {
  const { receive, sent } = startWith(playing);
  const after = (milliseconds: number, report = playing): number => {
    sent.length = 0;
    pass(milliseconds);
    receive(report);
    return sent.filter(({ type }) => type === 'keep-alive').length;
  };
  expect([after(9_999), after(1), after(1_000), after(9_000)]).toEqual([0, 1, 0, 1]);
  expect(after(20_000, { ...playing, phase: 'paused' })).toBe(0);
  expect(after(20_000, { ...playing, owner: 'other-tab' })).toBe(0);
});
