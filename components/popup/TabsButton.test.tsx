import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { setLanguage } from '../testing/language.ts';
import { TabsButton } from './TabsButton.tsx';

const show = (tabs: { windowId: number; count: number; selected: number[] } | null, isPrivate = false) => {
  const openPage = vi.fn();
  render(<TabsButton tabs={tabs} isPrivate={isPrivate} openPage={openPage} />);
  return { openPage };
};

it.each([
  ['en', ['All tabs', 'Shorten all tabs in this window'], ['2 selected tabs', 'Shorten the 2 selected tabs']],
  ['zh_CN', ['所有标签页', '缩短此窗口的所有标签页'], ['选中的2个标签页', '缩短选中的2个标签页']],
] as const)('shortens all tabs, or the selected ones, in %s', (language, all, selected) => {
  setLanguage(language);
  const window = show({ windowId: 7, count: 3, selected: [1] });
  fireEvent.click(screen.getByRole('button', { name: all[1] }));
  expect(screen.getByRole('button').textContent).toBe(all[0]);
  expect(window.openPage).toHaveBeenCalledExactlyOnceWith('/batch.html?window=7');

  const selection = show({ windowId: 7, count: 3, selected: [4, 5] }, true);
  fireEvent.click(screen.getByRole('button', { name: selected[1] }));
  expect(screen.getByText(selected[0])).toBeTruthy();
  expect(selection.openPage).toHaveBeenCalledExactlyOnceWith('/batch.html?tabs=4,5&private=1');
});

it.each([null, { windowId: 7, count: 1, selected: [1] }])('is absent with the tabs %j', (tabs) => {
  show(tabs);
  expect(screen.queryByRole('button')).toBeNull();
});
