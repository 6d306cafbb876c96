import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createErrorLog } from './log.ts';

const minute = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function testLog() {
  const lines: string[] = [];
  return { lines, ...createErrorLog((line) => lines.push(line)) };
}

const full = () => new Error('database or disk is full');

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
      expect.stringMatching(/\(request -\)$/),
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

  test('has no line feed, control character or long text of a client', () => {
    const { lines, report } = testLog();
    report(new Error(`one\r\ntwo\u001b[2J${'x'.repeat(10_000)}`));
    report('not an error');
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^\P{Cc}{1,500}$/u);
  });
});
