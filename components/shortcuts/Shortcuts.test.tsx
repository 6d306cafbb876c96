import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import type { Shortcut } from '../../lib/browser/contract.ts';
import { setLanguage } from '../testing/language.ts';
import { type ShortcutActions, Shortcuts } from './Shortcuts.tsx';

const first: Shortcut[] = [
  { name: '_execute_action', keys: 'Alt+Shift+L' },
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

it.for([
  ['en', 'Keyboard shortcuts', 'Open the popup', 'Shorten this page immediately', 'Not set'],
  ['zh_CN', '快捷键', '打开弹出窗口', '立即缩短此页面', '未设置'],
] as const)('names each shortcut with its keys, in %s', ([language, title, popup, page, none]) => {
  setLanguage(language);
  renderShortcuts();
  expect(screen.getByRole('region', { name: title })).toBeTruthy();
  expect(keys()).toEqual([
    [popup, 'Alt+Shift+L'],
    [page, none],
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
  const button = screen.getByRole('button', { name: 'Change the shortcuts' });
  fireEvent.click(button);
  const alert = () => screen.getByRole('alert').textContent;
  await expect.poll(alert).toContain('did not open its shortcuts page');
  fireEvent.click(button);
  await expect.poll(alert).toBe('');
});

it('says where to change them if extensions cannot open that page', () => {
  renderShortcuts();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText(/Manage Extension Shortcuts/)).toBeTruthy();
});
