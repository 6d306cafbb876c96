import { act, fireEvent, render, screen } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { text } from '../../lib/i18n/texts.ts';
import { openHistory } from '../../lib/history/history.ts';
import { wholeHistory } from '../../lib/history/stored-view.ts';
import { NoticeBar } from './Bars.tsx';
import { HistoryState, type Notice } from './history-state.ts';

beforeEach(() => void vi.useFakeTimers());

/** Shows a notice, and again by `show`; `after` returns its text after a number of seconds. */
const open = (notice: Notice) => {
  const state = new HistoryState(openHistory(), { initial: wholeHistory, write: () => undefined });
  render(<NoticeBar state={state} />);
  const show = (): void => void act(() => state.show({ ...notice }));
  show();
  const after = (seconds: number): string => {
    void act(() => void vi.advanceTimersByTime(seconds * 1000));
    return document.querySelector('.bar')?.textContent ?? '';
  };
  return { show, after };
};
const bar = (): Element => document.querySelector('.bar') ?? document.body;

it.each([
  ['6 s', {}, 6],
  ['10 s if something can be undone', { undo: () => undefined }, 10],
])('a notice leaves after %s', (_, change, seconds) => {
  const { after } = open({ text: 'Exported', ...change });
  expect(after(seconds - 0.1)).toContain('Exported');
  expect(after(0.2)).toBe('');
});

it.each([
  ['a problem', { isProblem: true }],
  ['what is being done', { isBusy: true }],
])('a notice about %s stays', (_, change) => {
  const { after } = open({ text: 'Importing', ...change });
  expect(after(60)).toContain('Importing');
});

it.each([
  ['the pointer is on it', 'pointerEnter', 'pointerLeave'],
  ['the focus is in it', 'focusIn', 'focusOut'],
] as const)('a notice stays while %s, and leaves 6 s later', (_, enter, leave) => {
  const { after } = open({ text: 'Exported' });
  fireEvent[enter](bar());
  expect(after(60)).toContain('Exported');
  fireEvent[leave](bar());
  expect(after(5.9)).toContain('Exported');
  expect(after(0.2)).toBe('');
});

it('a notice that replaces another one has its whole time, and the same one can be shown again', () => {
  const { show, after } = open({ text: 'Copied' });
  expect(after(4)).toContain('Copied');
  show();
  expect(after(4)).toContain('Copied');
  expect(after(3)).toBe('');
  show();
  expect(after(1)).toContain('Copied');
  fireEvent.click(screen.getByRole('button', { name: text('dismiss') }));
  expect(after(0)).toBe('');
});
