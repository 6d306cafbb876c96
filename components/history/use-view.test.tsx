import { act, renderHook } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { useNow } from './use-view.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const started = 1_800_000_000;

const look = (state: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  void act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

it('updates the time while the page is visible only: each update counts all links', () => {
  vi.useFakeTimers({ now: started * 1000 });
  const { result } = renderHook(useNow);
  expect(result.current).toBe(started);
  void act(() => void vi.advanceTimersByTime(15_000));
  expect(result.current).toBe(started + 15);
  look('hidden');
  void act(() => void vi.advanceTimersByTime(50_000));
  look('hidden');
  expect(result.current).toBe(started + 15);
  look('visible');
  expect(result.current).toBe(started + 65);
});
