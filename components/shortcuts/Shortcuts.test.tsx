import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { shortcuts } from '../options/options-state.ts';
import { browser } from '../testing/browser.ts';
import { alerts, press } from '../testing/dom.ts';
import { Shortcuts } from './Shortcuts.tsx';

const renderShortcuts = () => {
  shortcuts.value = [
    { name: '_execute_action', keys: 'Alt+PageUp' },
    { name: 'shorten-page', keys: '' },
  ];
  render(<Shortcuts />);
};

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
  vi.spyOn(browser.commands, 'getAll').mockResolvedValueOnce([
    { name: 'shorten-page', shortcut: 'Ctrl+K' },
  ] as never);
  renderShortcuts();
  fireEvent.focus(window);
  await expect.poll(keys).toEqual([['Shorten this page immediately', 'Ctrl+K']]);
});

it('opens the browser’s page for shortcuts, and announces if that is refused', async () => {
  vi.mocked(browser.tabs.create).mockRejectedValueOnce(new Error('The browser refuses this address.'));
  renderShortcuts();
  press('Change');
  expect(browser.tabs.create).toHaveBeenCalledWith({ url: 'chrome://extensions/shortcuts' });
  await expect.poll(alerts).toContain('did not open its shortcuts page');
  press('Change');
  await expect.poll(alerts).toBe('');
});
