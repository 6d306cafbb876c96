import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ToastOutcome } from '../../lib/delivery/types.ts';
import { createToastState } from './toast-state.ts';

const created: ToastOutcome = { ok: true, shortLink: 'short', notes: [], warning: '', action: null };
const failed: ToastOutcome = {
  ok: false,
  sentence: 'No answer',
  wait: 0,
  action: { kind: 'try-again', id: '7' },
};

describe('the state of a toast', () => {
  beforeEach(() => void vi.useFakeTimers());

  const setUp = (copies = true, next: ToastOutcome | null = created) => {
    const calls: string[] = [];
    const state = createToastState({
      shouldCopy: copies,
      runAction(id) {
        calls.push(`act ${id}`);
        return Promise.resolve(next);
      },
      copy(promised) {
        return promised.then(
          (text) => calls.push(`copied ${text}`) > 0,
          () => false,
        );
      },
      onChange: () => calls.push(state.current().kind),
      dismissSoon: () => calls.push('soon'),
      dismiss: () => calls.push('leave'),
      open: (link) => calls.push(`open ${link}`),
    });
    return { state, calls, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
  };
  const after = (ms: number, outcome: ToastOutcome | null) =>
    new Promise<ToastOutcome | null>((resolve) => setTimeout(() => resolve(outcome), ms));

  it('does not show a short wait', async () => {
    const { state, calls, pass } = setUp();
    state.start(after(300, created));
    await pass(1000);
    expect(calls).toEqual(['copied short', 'outcome', 'soon']);
  });

  it('shows a longer wait, and no text before the live regions are noticed', async () => {
    const { state, calls, pass } = setUp();
    state.start(after(2000, created));
    await pass(450);
    expect(calls).toEqual(['waiting']);
    await pass(2000);
    expect(calls).toEqual(['waiting', 'copied short', 'outcome', 'soon']);
    const quick = setUp();
    quick.state.start(Promise.resolve(created));
    await pass(100);
    expect(quick.calls).toEqual(['copied short']);
  });

  it('copies nothing without the setting, and stays', async () => {
    const { state, calls, pass } = setUp(false);
    state.start(after(0, created));
    await pass(1000);
    expect(calls).toEqual(['outcome']);
    state.press('copy');
    await pass(0);
    expect(calls).toEqual(['outcome', 'copied short', 'outcome', 'soon']);
  });

  it('opens the short link, and stays as it is', async () => {
    const { state, calls, pass } = setUp();
    state.start(after(0, created));
    await pass(200);
    state.press('open');
    expect(calls).toEqual(['copied short', 'outcome', 'soon', 'open short']);
  });

  it('runs its action by id, once', async () => {
    const { state, calls, pass } = setUp();
    state.start(after(0, failed));
    await pass(200);
    state.press('try-again');
    state.press('try-again');
    await pass(200);
    expect(calls).toEqual(['outcome', 'waiting', 'act 7', 'copied short', 'outcome', 'soon']);
  });

  it('leaves if nothing was requested, and copies nothing after it has ended', async () => {
    const unrequested = setUp();
    unrequested.state.start(after(0, null));
    await unrequested.pass(200);
    expect(unrequested.calls).toEqual(['leave']);
    const ended = setUp();
    ended.state.start(after(300, created));
    ended.state.end();
    await ended.pass(1000);
    expect(ended.calls).toEqual([]);
  });
});
