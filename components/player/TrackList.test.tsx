import { act, fireEvent, screen, within } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { pressKey, renderFullPlayer, tracks } from '../testing/render-player.tsx';

const toggle = (): HTMLElement => screen.getByRole('button', { name: 'Track list' });
const options = (): HTMLElement[] => within(screen.getByRole('listbox')).getAllByRole('option');

it('expands into a list of all tracks, which is one tab stop at the current track', () => {
  const { report } = renderFullPlayer();
  report({ track: 2 });
  expect(toggle().getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(toggle());
  expect(toggle().getAttribute('aria-expanded')).toBe('true');
  const list = screen.getByRole('listbox', { name: 'Track list' });
  expect(toggle().getAttribute('aria-controls')).toBe(list.id);
  expect(options()).toHaveLength(tracks.length);
  const option = screen.getByRole('option', {
    name: 'Nobody at the Gate Waylark, A Second One',
    selected: true,
  });
  expect(options().filter(({ tabIndex }) => tabIndex === 0)).toEqual([option]);
});

it('moves the focus with the arrow keys, Home and End, and chooses with Enter, Space or a click', () => {
  const { commands } = renderFullPlayer();
  fireEvent.click(toggle());
  const focused = (): number => options().findIndex((option) => option === document.activeElement) + 1;
  void act(() => options()[0]?.focus());
  const visited = ['ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home', 'ArrowUp'].map((key) => {
    expect(pressKey(key)).toBe(false);
    return focused();
  });
  expect(visited).toEqual([2, 3, 3, 2, 1, 1]);
  expect(commands()).toEqual([]);

  pressKey('ArrowDown');
  pressKey('Enter');
  pressKey('End');
  pressKey(' ');
  fireEvent.click(screen.getByText('Returning Dusk', { selector: 'li span' }));
  expect(commands()).toEqual([
    { type: 'track', id: 2 },
    { type: 'track', id: 3 },
    { type: 'track', id: 1 },
  ]);
});
