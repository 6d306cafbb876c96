import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { setLanguage } from '../testing/language.ts';
import { popupActions } from '../testing/popup.tsx';
import { TabsButton } from './TabsButton.tsx';

const show = (around: { windowId: number; count: number; selected: number[] }, isPrivate = false) => {
  const actions = popupActions({ tabsAround: () => Promise.resolve(around) });
  render(<TabsButton isPrivate={isPrivate} actions={actions} />);
  return actions;
};

it.each([
  ['en', 'Shorten all tabs in this window', 'Shorten the 2 selected tabs'],
  ['zh_CN', '缩短此窗口的所有标签页', '缩短选中的2个标签页'],
] as const)('shortens all tabs, or the selected ones, in %s', async (language, all, selected) => {
  setLanguage(language);
  const window = show({ windowId: 7, count: 3, selected: [1] });
  fireEvent.click(await screen.findByRole('button', { name: all }));
  expect(window.openPage).toHaveBeenCalledExactlyOnceWith('/batch.html?window=7');

  const selection = show({ windowId: 7, count: 3, selected: [4, 5] }, true);
  fireEvent.click(await screen.findByRole('button', { name: selected }));
  expect(selection.openPage).toHaveBeenCalledExactlyOnceWith('/batch.html?tabs=4,5&private=1');
});

it('is absent in a window with one tab', async () => {
  const { tabsAround } = show({ windowId: 7, count: 1, selected: [1] });
  await waitFor(() => tabsAround());
  expect(screen.queryByRole('button')).toBeNull();
});
