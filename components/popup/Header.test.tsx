import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../testing/language.ts';
import { renderPopup, shownLink, submit } from '../testing/popup.tsx';

describe('the header of the popup', () => {
  it.each([
    ['en', 'History', 'Settings'],
    ['zh_CN', '历史记录', '设置'],
  ] as const)('leads to the history and to the settings, in %s', (language, history, settings) => {
    setLanguage(language);
    const { openPage, openSettings } = renderPopup();
    fireEvent.click(screen.getByRole('link', { name: history }));
    expect(openPage).toHaveBeenCalledExactlyOnceWith('/history.html');
    fireEvent.click(screen.getByRole('link', { name: settings }));
    expect(openSettings).toHaveBeenCalledOnce();
  });

  it('leads to no history from a private window', () => {
    renderPopup({ page: { private: true } });
    expect(screen.queryByRole('link', { name: 'History' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Settings' })).toBeTruthy();
  });

  it('stays while a short link is shown', async () => {
    renderPopup();
    submit();
    await shownLink();
    expect(screen.getByRole('link', { name: 'History' })).toBeTruthy();
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
