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

describe('the report that is shown', () => {
  it.each<Command>([
    { type: 'volume', to: 0.85 },
    { type: 'mute', on: true },
    { type: 'repeat', mode: 'off' },
    { type: 'seek', to: 120 },
    { type: 'pause' },
  ])('is that of the audio player, also after a command: %j', (command) => {
    const { send, receive, shown } = startWith(playing);
    send(command);
    expect(shown()).toEqual(playing);
    receive({ ...playing, elapsed: 64 });
    expect(shown()).toEqual({ ...playing, elapsed: 64 });
  });

  it.each<[Command, PlayerReport['phase']]>([
    [play, 'loading'],
    [{ type: 'track', id: 3 }, 'loading'],
    [{ type: 'load' }, 'paused'],
  ])('says that the audio player starts until it answers, if music was requested: %j', (command, phase) => {
    const { send, receive, shown } = start();
    send(command);
    expect(shown()).toMatchObject({ phase, owner: null });
    receive(fresh);
    expect(shown().phase).toBe('paused');
  });
});

describe('an audio player that has just started', () => {
  it('does not replace the known track and modes', () => {
    const { send, close, receive, shown } = startWith(playing);
    close();
    expect(shown()).toEqual({ ...playing, phase: 'paused', owner: null });
    send({ type: 'load' });
    receive({ ...fresh, phase: 'loading', owner: 'other-tab' });
    expect(shown()).toEqual({ ...playing, phase: 'loading', owner: 'other-tab' });
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
