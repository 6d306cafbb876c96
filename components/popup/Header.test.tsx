import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { browser } from '../testing/browser.ts';
import { renderPopup, shortened } from '../testing/popup.tsx';

describe('the header of the popup', () => {
  it('leads to the history and to the settings, also while a short link is shown', async () => {
    renderPopup();
    fireEvent.click(screen.getByRole('link', { name: 'History' }));
    expect(browser.tabs.create).toHaveBeenCalledExactlyOnceWith({ url: '/history.html' });
    await shortened();
    fireEvent.click(screen.getByRole('link', { name: 'Settings' }));
    expect(browser.runtime.openOptionsPage).toHaveBeenCalledOnce();
    expect(screen.getByRole('link', { name: 'History' })).toBeTruthy();
  });

  it('leads to no history from a private window', () => {
    renderPopup({ page: { private: true } });
    expect(screen.queryByRole('link', { name: 'History' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Settings' })).toBeTruthy();
  });
});

it.each([
  ['“skylarks” and others', 'S'],
  ['云雀指南', '云'],
  ['— …', ''],
])('the popup over “%s” shows its letter, for the eye alone', (title, letter) => {
  renderPopup({ page: { title } });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  const initial = document.querySelector('.initial');
  expect(initial?.textContent).toBe(letter);
  expect(initial?.getAttribute('aria-hidden')).toBe('true');
});
