import { act, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCountdown } from './use-countdown.ts';

const Countdown = () => {
  const [left, start] = useCountdown(2);
  return (
    <button type="button" onClick={() => start(3)}>
      {left}
    </button>
  );
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const shown = () => screen.getByRole('button').textContent;
const secondsPass = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1000));

it('a countdown counts the seconds down to 0, and can be started again', async () => {
  render(<Countdown />);
  expect(shown()).toBe('2');
  await secondsPass(1);
  expect(shown()).toBe('1');
  await secondsPass(5);
  expect(shown()).toBe('0');
  await act(() => screen.getByRole('button').click());
  expect(shown()).toBe('3');
  await secondsPass(1);
  expect(shown()).toBe('2');
});
