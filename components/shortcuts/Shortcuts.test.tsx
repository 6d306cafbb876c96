import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import type { Shortcut } from '../../lib/browser/types.ts';
import { alerts, press } from '../testing/dom.ts';
import { type ShortcutActions, Shortcuts } from './Shortcuts.tsx';

const first: Shortcut[] = [
  { name: '_execute_action', keys: 'Alt+PageUp' },
  { name: 'shorten-page', keys: '' },
];

const renderShortcuts = (actions: Partial<ShortcutActions> = {}) =>
  render(
    <Shortcuts
      initial={first}
      actions={{ readShortcuts: () => Promise.resolve(first), openShortcuts: null, ...actions }}
    />,
  );

const keys = (): (string | null)[][] =>
  screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent ?? null]);

it('names each shortcut with its keys', () => {
  renderShortcuts();
  expect(screen.getByRole('region', { name: 'Shortcuts' })).toBeTruthy();
  expect(keys()).toEqual([
    ['Open the popup', 'Alt+PageUp'],
    ['Shorten this page immediately', 'Not set'],
  ]);
});

it('reads the shortcuts again when the page gets the focus back', async () => {
  const changed = [{ name: 'shorten-page', keys: 'Ctrl+K' }];
  renderShortcuts({ readShortcuts: () => Promise.resolve(changed) });
  fireEvent.focus(window);
  await expect.poll(keys).toEqual([['Shorten this page immediately', 'Ctrl+K']]);
});

it('opens the browser’s page for shortcuts, and announces if that is refused', async () => {
  const openShortcuts = vi.fn(() => Promise.resolve(openShortcuts.mock.calls.length > 1));
  renderShortcuts({ openShortcuts });
  press('Change the shortcuts');
  await expect.poll(alerts).toContain('did not open its shortcuts page');
  press('Change the shortcuts');
  await expect.poll(alerts).toBe('');
});

it('says where to change them if extensions cannot open that page', () => {
  renderShortcuts();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText(/Manage Extension Shortcuts/)).toBeTruthy();
});
