import { act, fireEvent, render, screen } from '@testing-library/preact';
import { useState } from 'preact/hooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { text } from '../../lib/i18n/texts.ts';
import { NoticeBar } from './Bars.tsx';
import type { Notice } from './use-list.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const Page = ({ next }: { next: Notice }) => {
  const [notice, setNotice] = useState<Notice | null>(null);
  return (
    <>
      <button type="button" onClick={() => setNotice({ ...next })}>
        Show
      </button>
      <NoticeBar notice={notice} dismiss={() => setNotice(null)} />
    </>
  );
};

/** Shows a notice; returns its text after a number of seconds. */
const show = (next: Notice) => {
  render(<Page next={next} />);
  fireEvent.click(screen.getByText('Show'));
  return (seconds: number): string => {
    void act(() => void vi.advanceTimersByTime(seconds * 1000));
    return document.querySelector('.bar')?.textContent ?? '';
  };
};
const bar = (): Element => document.querySelector('.bar') ?? document.body;

it.each([
  ['6 s', {}, 6],
  ['10 s if something can be undone', { undo: () => undefined }, 10],
])('a notice leaves after %s', (_, change, seconds) => {
  const after = show({ text: 'Exported', ...change });
  expect(after(seconds - 0.1)).toContain('Exported');
  expect(after(0.2)).toBe('');
});

it.each([
  ['a problem', { isProblem: true }],
  ['what is being done', { isBusy: true }],
])('a notice about %s stays', (_, change) => {
  const after = show({ text: 'Importing', ...change });
  expect(after(60)).toContain('Importing');
});

it.each([
  ['the pointer is on it', 'pointerEnter', 'pointerLeave'],
  ['the focus is in it', 'focusIn', 'focusOut'],
] as const)('a notice stays while %s, and leaves 6 s later', (_, enter, leave) => {
  const after = show({ text: 'Exported' });
  fireEvent[enter](bar());
  expect(after(60)).toContain('Exported');
  fireEvent[leave](bar());
  expect(after(5.9)).toContain('Exported');
  expect(after(0.2)).toBe('');
});

it('a notice that replaces another one has its whole time, and the same one can be shown again', () => {
  const after = show({ text: 'Copied' });
  expect(after(4)).toContain('Copied');
  fireEvent.click(screen.getByText('Show'));
  expect(after(4)).toContain('Copied');
  expect(after(3)).toBe('');
  fireEvent.click(screen.getByText('Show'));
  expect(after(1)).toContain('Copied');
  fireEvent.click(screen.getByRole('button', { name: text('dismiss') }));
  expect(after(0)).toBe('');
});
