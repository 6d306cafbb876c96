import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createErrorLog, createOutageLog, textLog } from './log.ts';
import { OutsideError } from './errors.ts';
import { StoreUnavailableError } from '../store/contract.ts';

const minute = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function testLog() {
  const lines: string[] = [];
  return { lines, ...createErrorLog((line) => lines.push(line)) };
}

const full = () => new Error('database or disk is full.');
const away = (cause?: Error) => new StoreUnavailableError('The database is not available.', { cause });
const unreachable = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });

describe('the log of unexpected errors', () => {
  test('has one short line for an error, with its message, its place and its request', () => {
    const { lines, report } = testLog();
    report(full(), 'request-1');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^Waylark's service failed: Error: database or disk is full, at log\.test\.ts:\d+ \(request request-1\)$/,
    );
  });

  test('counts an error that repeats, once a minute and when the service stops', () => {
    const { lines, report, flush } = testLog();
    for (let times = 0; times < 200; times += 1) report(full());
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(minute);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/disk is full, .* \(repeated 199 times\)$/);
    for (let times = 0; times < 3; times += 1) report(full());
    flush();
    expect(lines.slice(2)).toEqual([
      expect.stringMatching(/disk is full, at log\.test\.ts:\d+$/),
      expect.stringMatching(/\(repeated 2 times\)$/),
    ]);
    vi.advanceTimersByTime(minute * 10);
    expect(lines).toHaveLength(4);
  });

  test('stays short when every message is another one', () => {
    const { lines, report } = testLog();
    for (let times = 0; times < 10_000; times += 1) report(new Error(`no such file: ${times}`));
    vi.advanceTimersByTime(minute);
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe("Waylark's service failed otherwise (9980 other errors)");
  });

  test.each([
    [
      'of what it needs',
      new OutsideError('It cannot be used: ECONNREFUSED.'),
      'It cannot be used: ECONNREFUSED',
    ],
    ['with causes, each once', away(away(unreachable)), 'The database is not available: ECONNREFUSED'],
  ])('says what failed: an error %s', (_, error, line) => {
    const { lines, report } = testLog();
    report(error);
    expect(lines).toEqual([line]);
  });

  test('has no line feed, control character or long text of a client', () => {
    const { lines, report } = testLog();
    report(new Error(`one\r\ntwo\u001b[2J${'x'.repeat(10_000)}`));
    report('not an error');
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^\P{Cc}{1,500}$/u);
  });
});

describe('the log of an outage of the database', () => {
  function outageLog(health: () => Promise<void>) {
    const lines: string[] = [];
    const write = (line: string) => void lines.push(line);
    const report = vi.fn();
    const asked = async () => {
      await health();
      return { problem: undefined, clock: undefined };
    };
    const log = createOutageLog(report, write, asked);
    onTestFinished(() => log.close());
    return { ...log, lines, reported: report };
  }

  test('has its beginning and one line when the database is back, however many requests find it', async () => {
    let isAway = true;
    const { report, reported, lines } = outageLog(async () => (isAway ? Promise.reject(away()) : undefined));
    report(away(), 'request-1');
    for (let second = 0; second < 600; second += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      report(away());
    }
    expect(reported.mock.calls).toEqual([[away(), 'request-1']]);
    const fault = new Error('something else');
    report(fault, 'request-2');
    expect(reported).toHaveBeenLastCalledWith(fault, 'request-2');
    isAway = false;
    await vi.advanceTimersByTimeAsync(minute);
    expect(lines).toEqual(['The database is back after 601 s']);

    report(away(), 'request-3');
    expect(reported).toHaveBeenLastCalledWith(away(), 'request-3');
    await vi.advanceTimersByTimeAsync(minute);
    expect(lines).toHaveLength(1);
  });

  test('that one call alone meets has no end, and no line after the service is closed', async () => {
    const { report, lines } = outageLog(() => Promise.resolve());
    report(away());
    await vi.advanceTimersByTimeAsync(minute);
    expect(lines).toEqual([]);

    let asked = 0;
    const closed = outageLog(() => ((asked += 1), Promise.reject(away())));
    closed.report(away());
    await vi.advanceTimersByTimeAsync(5500);
    closed.close();
    await vi.advanceTimersByTimeAsync(minute);
    expect([asked, closed.lines]).toEqual([5, []]);
  });
});

test('the log for people has the time of an error', () => {
  vi.setSystemTime('2027-01-15T08:00:00Z');
  const print = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => print.mockRestore());
  textLog.error('It is broken');
  expect(print).toHaveBeenCalledExactlyOnceWith('2027-01-15T08:00:00.000Z It is broken');
});
