import { beforeEach, expect, it, vi } from 'vitest';
import { createDismissTimer, successTime } from './dismiss-timer.ts';

beforeEach(() => void vi.useFakeTimers());

const setUp = () => {
  const toast = { isBusy: false, hasLeft: false };
  const timer = createDismissTimer(
    () => toast.isBusy,
    () => (toast.hasLeft = true),
  );
  return { toast, timer };
};

it('lets a success leave after six seconds', () => {
  const { toast, timer } = setUp();
  timer.start(successTime);
  vi.advanceTimersByTime(5_900);
  expect(toast.hasLeft).toBe(false);
  vi.advanceTimersByTime(200);
  expect(toast.hasLeft).toBe(true);
});

it('waits while the toast is in use, and leaves within a second after that', () => {
  const { toast, timer } = setUp();
  toast.isBusy = true;
  timer.start(successTime);
  vi.advanceTimersByTime(60_000);
  expect(toast.hasLeft).toBe(false);
  toast.isBusy = false;
  vi.advanceTimersByTime(1_000);
  expect(toast.hasLeft).toBe(true);
});

it('begins again at a second start, and does not leave after a stop', () => {
  const { toast, timer } = setUp();
  timer.start(successTime);
  vi.advanceTimersByTime(5_000);
  timer.start(successTime);
  vi.advanceTimersByTime(5_000);
  timer.stop();
  vi.advanceTimersByTime(60_000);
  expect(toast.hasLeft).toBe(false);
});
