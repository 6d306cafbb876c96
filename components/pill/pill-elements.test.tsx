import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../lib/i18n/test-helpers/language.ts';
import { pressKey, renderPlayer } from '../testing/render-player.tsx';
import { createPillElements } from './start.ts';

const state = { isGrayscale: false, isLoading: false, hasFailed: false };

const showPill = () => {
  const presses = { play: vi.fn(), open: vi.fn(), close: vi.fn() };
  const { section, update } = createPillElements({ ...presses });
  render(<div ref={(container) => container?.append(section)} />);
  update(state);
  return { section, update, ...presses };
};

/** Each element with its attributes and text; a style sheet does not see the order of attributes and spaces. */
const describeElements = (element: Element): string[] => {
  const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value.trim()}`).toSorted();
  const own = element.childElementCount > 0 ? '' : element.textContent;
  return [
    `${element.localName} ${attributes.join(' ')} ${own}`,
    ...[...element.children].flatMap(describeElements),
  ];
};

describe.each(['en', 'zh_CN'] as const)('the pill alone in %s', (language) => {
  it('has the same elements, names and tooltips as the pill of the player', () => {
    setLanguage(language);
    const alone = describeElements(showPill().section);
    expect(alone.length).toBeGreaterThan(10);
    cleanup();
    renderPlayer();
    expect(describeElements(screen.getByRole('region'))).toEqual(alone);
  });
});

it('the pill alone calls back for Play, Open player and Close', () => {
  const { play, open, close } = showPill();
  for (const name of ['Play', 'Open player', 'Close']) fireEvent.click(screen.getByRole('button', { name }));
  expect([play, open, close].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
});

it('the pill alone says so when the player could not be loaded, until the next attempt', () => {
  const { update } = showPill();
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('');
  update({ ...state, hasFailed: true });
  expect(status.textContent).toContain('The browser blocked the music');
  update({ ...state, isLoading: true });
  expect(status.textContent).toBe('');
});

it('the pill alone keeps Space and Enter from the page, and no other key', () => {
  showPill();
  const keys: string[] = [];
  const listening = new AbortController();
  for (const type of ['keydown', 'keyup'] as const)
    document.addEventListener(type, ({ key }) => keys.push(key), listening);
  screen.getByRole('button', { name: 'Play' }).focus();
  for (const key of [' ', 'Enter', 'n']) expect(pressKey(key)).toBe(true);
  pressKey('Enter', { ctrlKey: true });
  listening.abort();
  expect(keys).toEqual(['n', 'n', 'Enter', 'Enter']);
});
