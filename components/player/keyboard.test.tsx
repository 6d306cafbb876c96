import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import type { Command } from '../../lib/music/contract.ts';
import { pressKey, renderFullPlayer, renderPlayer } from '../testing/render-player.tsx';

const focus = (role: string, name: string): void => void act(() => screen.getByRole(role, { name }).focus());
const focusedName = (): string =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '';

const keysOfPage: string[] = [];
const listenOnPage = (): AbortController => {
  const listening = new AbortController();
  for (const type of ['keydown', 'keyup'] as const)
    document.addEventListener(type, ({ key }) => keysOfPage.push(`${type} ${key}`), listening);
  return listening;
};
afterEach(() => void keysOfPage.splice(0));

it.each<[key: string, on: [role: string, name: string], Command]>([
  ['ArrowRight', ['slider', 'Seek'], { type: 'seek', to: 68.4 }],
  ['ArrowLeft', ['slider', 'Seek'], { type: 'seek', to: 58.4 }],
  ['ArrowRight', ['button', 'Next'], { type: 'seek', to: 68.4 }],
  ['ArrowUp', ['slider', 'Seek'], { type: 'volume', to: 0.75 }],
  ['ArrowDown', ['button', 'Pause'], { type: 'volume', to: 0.65 }],
  ['ArrowRight', ['slider', 'Volume'], { type: 'volume', to: 0.75 }],
  ['ArrowLeft', ['slider', 'Volume'], { type: 'volume', to: 0.65 }],
  [' ', ['slider', 'Volume'], { type: 'pause' }],
  ['n', ['slider', 'Seek'], { type: 'next' }],
  ['P', ['button', 'Mute'], { type: 'previous' }],
  ['m', ['slider', 'Volume'], { type: 'mute', on: true }],
])(
  'a key in the full player %s on %j sends its command, and neither the browser nor the page gets the key',
  (key, on, command) => {
    const { commands } = renderFullPlayer();
    focus(...on);
    const listening = listenOnPage();
    expect(pressKey(key)).toBe(false);
    listening.abort();
    expect([commands(), keysOfPage]).toEqual([[command], []]);
  },
);

it('a key that the focused control handles itself, such as Space on a button, is left to it', () => {
  const { commands } = renderFullPlayer();
  const listening = listenOnPage();
  for (const [role, name, key] of [
    ['button', 'Mute', ' '],
    ['button', 'Next', 'Enter'],
    ['slider', 'Seek', 'Home'],
    ['slider', 'Volume', 'End'],
    ['combobox', 'Sleep timer', 'ArrowDown'],
  ] as const) {
    focus(role, name);
    expect(pressKey(key), `${key} on ${name}`).toBe(true);
  }
  listening.abort();
  expect([commands(), keysOfPage]).toEqual([[], []]);
});

it('a key without a meaning, and one with Ctrl, Alt or Meta, reaches the page', () => {
  const { commands } = renderFullPlayer();
  focus('slider', 'Seek');
  const listening = listenOnPage();
  expect([pressKey('x'), pressKey('F4'), pressKey('n', { ctrlKey: true })]).toEqual([true, true, true]);
  listening.abort();
  expect(keysOfPage).toEqual(['x', 'F4', 'n'].flatMap((key) => [`keydown ${key}`, `keyup ${key}`]));
  expect(commands()).toEqual([]);
});

it('a key that is held down repeats for volume and position only', () => {
  const { commands } = renderFullPlayer();
  focus('button', 'Pause');
  for (const key of ['n', 'm', 'ArrowUp']) pressKey(key, { repeat: true });
  expect(commands()).toEqual([{ type: 'volume', to: 0.75 }]);
});

it('the arrow keys change the volume that is reported, step by step', () => {
  const { commands, report } = renderFullPlayer();
  focus('button', 'Pause');
  pressKey('ArrowUp');
  report({ volume: 0.75 });
  pressKey('ArrowUp');
  expect(commands().at(-1)).toEqual({ type: 'volume', to: 0.8 });
});

it('the arrow keys do not seek while the duration is unknown, nor beyond the track', () => {
  const { commands, report } = renderFullPlayer();
  focus('button', 'Pause');
  report({ elapsed: 2, total: null });
  for (const key of ['ArrowRight', 'ArrowLeft']) pressKey(key);
  expect(commands()).toEqual([]);
  report({ elapsed: 238, total: 240 });
  pressKey('ArrowRight');
  expect(commands()).toEqual([{ type: 'seek', to: 240 }]);
});

it('Escape collapses the player and L opens its list', () => {
  renderFullPlayer();
  focus('button', 'Pause');
  pressKey('l');
  screen.getByRole('listbox', { name: 'Track list' });
  pressKey('Escape');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(focusedName()).toBe('Open player');
});

it('a key other than Space in the pill reaches the page before music was started', () => {
  const { commands } = renderPlayer();
  focus('button', 'Close');
  const listening = listenOnPage();
  for (const key of ['n', 'ArrowUp', 'm', 'Escape', 'l']) pressKey(key);
  listening.abort();
  expect(commands()).toEqual([]);
  expect(keysOfPage).toHaveLength(10);
});

it('the keys work in the pill once music was started', () => {
  const { commands } = renderPlayer();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  focus('button', 'Open player');
  pressKey('n');
  expect(commands()).toEqual([{ type: 'play', by: 'user' }, { type: 'next' }]);
});
