import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Told } from '../../lib/delivery/contract.ts';
import { createCourse } from './course.ts';

const made: Told = {
  link: '',
  outcome: { ok: true, shortLink: 'short', end: 1 },
  warning: null,
  removed: [],
  act: null,
};
const failed: Told = {
  ...made,
  outcome: { ok: false, failure: { reason: 'timeout', made: 'no' } },
  act: { what: 'try-again', id: '7' },
};

describe('the course of a toast', () => {
  beforeEach(() => void vi.useFakeTimers());

  const setUp = (copies = true, next: Told | null = made) => {
    const calls: string[] = [];
    const course = createCourse({
      copies,
      act(id) {
        calls.push(`act ${id}`);
        return Promise.resolve(next);
      },
      copy(promised) {
        return promised.then(
          (text) => calls.push(`copied ${text}`) > 0,
          () => false,
        );
      },
      changed: () => calls.push(course.now().kind),
      leaveSoon: () => calls.push('soon'),
      leave: () => calls.push('leave'),
    });
    return { course, calls, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
  };
  const after = (ms: number, told: Told | null) =>
    new Promise<Told | null>((resolve) => setTimeout(() => resolve(told), ms));

  it('does not say that one waits where that is not long', async () => {
    const { course, calls, pass } = setUp();
    course.start(after(300, made));
    await pass(1000);
    expect(calls).toEqual(['copied short', 'told', 'soon']);
  });

  it('says it where it is, and speaks no sooner than it is listened to', async () => {
    const { course, calls, pass } = setUp();
    course.start(after(2000, made));
    await pass(450);
    expect(calls).toEqual(['waiting']);
    await pass(2000);
    expect(calls).toEqual(['waiting', 'copied short', 'told', 'soon']);
    const quick = setUp();
    quick.course.start(Promise.resolve(made));
    await pass(100);
    expect(quick.calls).toEqual(['copied short']);
  });

  it('copies nothing unasked, and stays', async () => {
    const { course, calls, pass } = setUp(false);
    course.start(after(0, made));
    await pass(1000);
    expect(calls).toEqual(['told']);
    course.press('copy');
    await pass(0);
    expect(calls).toEqual(['told', 'copied short', 'told', 'soon']);
  });

  it('tries again by the id it was given, once', async () => {
    const { course, calls, pass } = setUp();
    course.start(after(0, failed));
    await pass(200);
    course.press('try-again');
    course.press('try-again');
    await pass(200);
    expect(calls).toEqual(['told', 'waiting', 'act 7', 'copied short', 'told', 'soon']);
  });

  it('leaves where nobody asked, and copies nothing once it is over', async () => {
    const nobody = setUp();
    nobody.course.start(after(0, null));
    await nobody.pass(200);
    expect(nobody.calls).toEqual(['leave']);
    const over = setUp();
    over.course.start(after(300, made));
    over.course.end();
    await over.pass(1000);
    expect(over.calls).toEqual([]);
  });
});
