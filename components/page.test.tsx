import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { followChanges, now, updateNow } from './page.ts';

const started = 1_800_000_000;

beforeEach(() => void vi.useFakeTimers({ now: started * 1000 }));

const follow = (): void => {
  const end = new AbortController();
  onTestFinished(() => end.abort());
  followChanges(end.signal);
};

const look = (state: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

it('updates the time while the page is visible only: each update counts all links of the history', () => {
  updateNow();
  follow();
  expect(now.value).toBe(started);
  vi.advanceTimersByTime(15_000);
  expect(now.value).toBe(started + 15);
  look('hidden');
  vi.advanceTimersByTime(50_000);
  look('hidden');
  expect(now.value).toBe(started + 15);
  look('visible');
  expect(now.value).toBe(started + 65);
});
