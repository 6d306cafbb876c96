import { fireEvent, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { pressKey, renderFullPlayer } from '../testing/render-player.tsx';

const slider = (): HTMLInputElement => screen.getByRole('slider', { name: 'Seek' });
const valueText = (): string | null => slider().getAttribute('aria-valuetext');
const drag = (to: number): void => void fireEvent.input(slider(), { target: { value: String(to) } });

it.each([
  [{ elapsed: 63.4, total: 240 }, '1 minute 3 seconds of 4 minutes'],
  [{ elapsed: 1.2, total: 61 }, '1 second of 1 minute 1 second'],
  [{ elapsed: 0.3, total: 3725 }, '0 seconds of 1 hour 2 minutes 5 seconds'],
  [{ elapsed: 0.3, total: null }, '0 seconds'],
])('Seek gives the position %j as text', (position, expected) => {
  renderFullPlayer().report(position);
  expect(valueText()).toBe(expected);
});

it('Seek sends nothing while it is dragged, whatever is reported, and seeks once it is released', () => {
  const { commands, report } = renderFullPlayer();
  drag(120);
  report({ elapsed: 3 });
  expect([valueText(), commands()]).toEqual(['2 minutes of 4 minutes', []]);
  fireEvent.change(slider());
  fireEvent.pointerUp(slider());
  expect(commands()).toEqual([{ type: 'seek', to: 120 }]);
});

it('Seek also seeks if only the release of a key or of the pointer is reported', () => {
  const { commands } = renderFullPlayer();
  drag(0);
  fireEvent.keyUp(slider(), { key: 'Home', code: 'Home' });
  drag(60);
  fireEvent.pointerUp(slider());
  expect(commands()).toEqual([
    { type: 'seek', to: 0 },
    { type: 'seek', to: 60 },
  ]);
});

it('Seek drops the dragged position when another track begins', () => {
  const { commands, report } = renderFullPlayer();
  drag(120);
  report({ track: 2, elapsed: 1, total: 120 });
  expect(valueText()).toBe('1 second of 2 minutes');
  fireEvent.change(slider());
  expect(commands()).toEqual([]);
});

it('Seek keeps the focus between two tracks, when it is disabled and seeks nowhere', () => {
  const { commands, report } = renderFullPlayer();
  slider().focus();
  report({ phase: 'loading', track: 2, elapsed: 0, total: null });
  expect(slider().getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(slider());
  pressKey('ArrowRight');
  expect(commands()).toEqual([]);
});

it('shows no time of a paused track whose length is unknown', () => {
  const { report } = renderFullPlayer();
  expect(screen.getByText('1:03')).toBeTruthy();
  report({ phase: 'paused', total: null });
  expect(screen.queryByText('1:03')).toBeNull();
});

it('Volume changes at once while it is dragged, and stays where it is held, whatever is reported', () => {
  const { commands, report } = renderFullPlayer();
  const volume = screen.getByRole<HTMLInputElement>('slider', { name: 'Volume' });
  for (const value of ['30', '0']) fireEvent.input(volume, { target: { value } });
  report({ volume: 0.3 });
  expect([volume.value, volume.getAttribute('aria-valuetext')]).toEqual(['0', '0%']);
  fireEvent.change(volume);
  expect(volume.value).toBe('0');
  expect(commands()).toEqual([
    { type: 'volume', to: 0.3 },
    { type: 'volume', to: 0 },
  ]);
  report({ volume: 0.1 });
  expect(volume.value).toBe('10');
});
