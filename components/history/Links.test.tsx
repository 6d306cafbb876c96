import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { expiryText } from '../../lib/i18n/dates.ts';
import { text, plural } from '../../lib/i18n/texts.ts';
import { browser } from '../testing/browser.ts';
import {
  alert,
  attempt,
  itemOf,
  openList,
  pageItem,
  rowButton,
  rowItem,
  rowOf,
  selectedTitles,
  status,
  titles,
  unknownAttempt,
} from '../testing/history-page.tsx';

const three = ['One', 'Two', 'Three'].map((title, at) =>
  attempt({ title, shortLink: `https://s.example/${title}`, createdAt: Date.now() - at * 1000 }),
);
const byId = (all: readonly unknown[]) =>
  all.map((each) => JSON.stringify(each)).toSorted((one, other) => (one < other ? -1 : 1));

/** Presses a button as the keyboard does, with the focus on it. */
const press = (button: HTMLElement): void => {
  button.focus();
  fireEvent.click(button);
};
const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const selectionBar = (): HTMLElement => screen.getByRole('toolbar', { name: text('historySelection') });
const inSelection = (name: string): HTMLElement => within(selectionBar()).getByRole('button', { name });

it('copies a short link or its address, opens it, and says whether it is copied', async () => {
  const { calls } = await openList(three);
  press(await rowItem('Two', text('historyOpenShortLink')));
  expect(browser.tabs.create).toHaveBeenLastCalledWith({ url: 'https://s.example/Two' });
  press(await rowItem('Two', text('historyOpenPage')));
  expect(browser.tabs.create).toHaveBeenLastCalledWith({ url: 'https://a.example/birds' });
  press(rowButton('Two', text('copy')));
  expect(calls.copy).toHaveBeenCalledWith('https://s.example/Two', undefined);
  await status(text('historyCopied', 'https://s.example/Two'));

  press(await rowItem('Two', text('historyCopyAddress')));
  expect(calls.copy).toHaveBeenLastCalledWith('https://a.example/birds');
  await status(text('historyCopied', 'https://a.example/birds'));

  calls.copy.mockResolvedValue(false);
  press(rowButton('One', text('copy')));
  await alert(text('notCopied'));
  press(button(text('dismiss')));
  expect(screen.getByRole('alert').textContent).toBe('');
});

it('a click on a row copies its link, unless a text is selected; with Ctrl or Shift it selects rows', async () => {
  const { calls } = await openList(three);
  fireEvent.click(screen.getByText('/Two'));
  expect(calls.copy).toHaveBeenLastCalledWith('https://s.example/Two', undefined);
  fireEvent.click(screen.getByText('One'), { ctrlKey: true });
  fireEvent.click(screen.getByText('Three'), { shiftKey: true });
  expect(selectedTitles()).toEqual(['One', 'Two', 'Three']);
  // The browser opens a link that is clicked with Ctrl.
  expect(fireEvent.click(screen.getByText('/One'), { ctrlKey: true })).toBe(true);
  expect(selectedTitles()).toHaveLength(3);
  getSelection()?.selectAllChildren(screen.getByText('Three'));
  fireEvent.click(screen.getByText('Three'));
  expect(calls.copy).toHaveBeenCalledOnce();
  getSelection()?.removeAllRanges();
});

it('shows a QR code as the popup does, in a dialog that Close closes', async () => {
  await openList(three);
  press(rowButton('Two', text('qrCode')));
  const dialog = screen.getByRole('dialog', { name: text('qrCode') });
  expect(dialog.textContent).toContain('s.example/Two');
  expect(dialog.textContent).toContain(expiryText(three[1]?.expiresAt ?? 0));
  await screen.findByRole('img', { name: text('qrCodeOf', 'https://s.example/Two') });
  expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: text('qrCopy') }));
  fireEvent.click(within(dialog).getByRole('button', { name: text('historyClose') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('removes a link, moves the focus to the next row, and restores it exactly', async () => {
  const { elsewhere } = await openList(three);
  const before = byId(await elsewhere.all());
  press(await rowItem('One', text('historyRemoveOne')));
  await status(text('historyRemovedOne'));
  expect(titles()).toEqual(['Two', 'Three']);
  expect(document.activeElement).toBe(checkbox('Two'));

  press(button(text('historyUndo')));
  await status(text('historyRestored'));
  expect(titles()).toEqual(['One', 'Two', 'Three']);
  expect(byId(await elsewhere.all())).toEqual(before);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')));
});

it('removes the selected links, and only those', async () => {
  await openList(three);
  expect(screen.queryByRole('toolbar')).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Three' }));
  press(button(text('historySelectAll')));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Three' }));
  expect(selectionBar().textContent).toContain(text('historySelected', '2'));
  press(inSelection(text('historyRemoveOne')));
  await status(plural('historyRemovedMany', 2));
  expect(titles()).toEqual(['Three']);
  await waitFor(() => expect(document.activeElement).toBe(button(text('historyUndo'))));
});

it('does not count selected links while a search hides them', async () => {
  await openList(three);
  fireEvent.click(screen.getByRole('checkbox', { name: 'One' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Two' }));
  fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'One' } });
  expect(selectionBar().textContent).toContain(text('historySelected', '1'));
  fireEvent.input(screen.getByRole('searchbox'), { target: { value: '' } });
  expect(selectionBar().textContent).toContain(text('historySelected', '2'));
});

const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
it('selects and clears ranges with Shift, from the row that was clicked before', async () => {
  await openList(['A', 'B', 'C', 'D', 'E'].map((title, at) => attempt({ title, createdAt: 9 - at })));
  fireEvent.click(checkbox('B'));
  fireEvent.click(checkbox('D'), { shiftKey: true });
  expect(selectedTitles()).toEqual(['B', 'C', 'D']);
  fireEvent.click(checkbox('A'), { shiftKey: true });
  expect(selectedTitles()).toEqual(['A', 'B', 'C', 'D']);
  fireEvent.click(checkbox('C'));
  fireEvent.click(checkbox('A'), { shiftKey: true });
  expect(selectedTitles()).toEqual(['D']);
  // In Firefox, a click with Shift on a label does nothing by itself.
  const initial = checkbox('B').nextElementSibling ?? document.body;
  expect(fireEvent.mouseDown(initial, { shiftKey: true })).toBe(false);
  expect(fireEvent.click(initial, { shiftKey: true })).toBe(false);
  expect(selectedTitles()).toEqual(['A', 'B', 'D']);
});

it('selects the clicked row alone with Shift if no row was clicked before, or if a search hides it', async () => {
  await openList(three);
  fireEvent.click(checkbox('Three'), { shiftKey: true });
  expect(selectedTitles()).toEqual(['Three']);
  fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'o' } });
  fireEvent.click(checkbox('One'), { shiftKey: true });
  expect(selectedTitles()).toEqual(['One']);
});

it('copies a link and the selected ones in another format, which is that of the page from then on', async () => {
  const { calls } = await openList(three);
  press(await rowItem('Two', text('copyAsItem')));
  press(await screen.findByRole('menuitemradio', { name: 'Markdown' }));
  expect(calls.copy).toHaveBeenLastCalledWith('[Two](https://s.example/Two)', undefined);
  press(rowButton('One', text('copy')));
  expect(calls.copy).toHaveBeenLastCalledWith('[One](https://s.example/One)', undefined);
  for (const name of ['One', 'Three']) fireEvent.click(screen.getByRole('checkbox', { name }));
  fireEvent.click(inSelection(text('copyAs')));
  press(await screen.findByRole('menuitemradio', { name: 'HTML' }));
  const [plain, html] = calls.copy.mock.lastCall ?? [];
  expect([plain, html]).toEqual([
    'https://s.example/One\nhttps://s.example/Three',
    expect.stringContaining('<li><a href="https://s.example/One">One</a></li>'),
  ]);
  await expect.poll(() => browser.storage.local.values['settings']).toMatchObject({ lastCopyFormat: 'html' });
});

it('copies and exports the selected links, and only those', async () => {
  const { calls } = await openList(three);
  fireEvent.click(screen.getByRole('checkbox', { name: 'One' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Three' }));
  press(inSelection(text('copy')));
  expect(calls.copy).toHaveBeenLastCalledWith('https://s.example/One\nhttps://s.example/Three', undefined);
  await status(plural('historyCopiedMany', 2));
  press(await itemOf(inSelection(text('historyExport')), text('historyExportCsv')));
  await waitFor(() => expect(calls.saveFile).toHaveBeenCalledOnce());
  const content = await calls.saveFile.mock.lastCall?.[1].text();
  expect(content?.match(/s\.example\/\w+/g)).toEqual(['s.example/One', 's.example/Three']);
  press(inSelection(text('historyClearSelection')));
  expect(screen.queryByRole('toolbar')).toBeNull();
});

it('says that nothing changed if the disk refuses, and can retry an Undo', async () => {
  const { history } = await openList(three);
  vi.spyOn(history, 'remove').mockRejectedValueOnce(new Error('The disk is full'));
  press(await rowItem('One', text('historyRemoveOne')));
  await alert(text('historyUnwritten'));
  expect(titles()).toHaveLength(3);

  press(await rowItem('One', text('historyRemoveOne')));
  await status(text('historyRemovedOne'));
  vi.spyOn(history, 'restore').mockRejectedValueOnce(new Error('The disk is full'));
  press(button(text('historyUndo')));
  await alert(text('historyUnwritten'));
  press(button(text('historyUndo')));
  await status(text('historyRestored'));
});

it('clears the history only after a confirmation that names the number of links', async () => {
  const { elsewhere } = await openList(three);
  press(await pageItem(text('historyClear')));
  const dialog = screen.getByRole('dialog', { name: plural('historyClearTitle', 3) });
  const cancel = within(dialog).getByRole('button', { name: text('historyCancel') });
  expect(document.activeElement).toBe(cancel);
  fireEvent.click(cancel);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await elsewhere.all()).toHaveLength(3);

  press(await pageItem(text('historyClear')));
  fireEvent.click(button(text('historyClearYes')));
  await status(plural('historyRemovedMany', 3));
  expect(await elsewhere.all()).toEqual([]);
  expect(screen.getByText(text('historyEmptyTitle'))).toBeTruthy();
});

it('says of an attempt that failed or is unknown why, and has no buttons while it is sent', async () => {
  const failed = { ...unknownAttempt({ title: 'Failed' }), state: 'failed' as const };
  await openList([
    { ...failed, failure: { reason: 'link-invalid', hadEffect: 'no' } },
    unknownAttempt({ title: 'Unknown' }),
    { ...unknownAttempt({ title: 'Sending' }), state: 'sending' },
  ]);
  expect(rowOf('Failed').textContent).toContain(text('historyFailed'));
  expect(rowOf('Unknown').textContent).toContain(text('historyUnknown'));
  expect(rowOf('Unknown').textContent).toContain(text('failure_timeout', 's.example'));
  expect(rowButton('Failed', text('newLink'))).toBeTruthy();
  expect(rowButton('Unknown', text('tryAgain'))).toBeTruthy();
  expect(rowOf('Sending').querySelectorAll('button')).toHaveLength(0);
});

it('copies nothing for selected entries without a short link, and says so', async () => {
  const { calls } = await openList([unknownAttempt()]);
  fireEvent.click(screen.getByRole('checkbox'));
  press(inSelection(text('copy')));
  await alert(text('historyNothingToCopy'));
  expect(calls.copy).not.toHaveBeenCalled();
});

it('the focus stays in the bar after Select all, and is on the search after Clear selection', async () => {
  await openList(three);
  const [first] = screen.getAllByRole('checkbox');
  if (first) fireEvent.click(first);
  press(inSelection(text('historySelectAll')));
  expect(document.activeElement).toBe(inSelection(text('copy')));
  press(inSelection(text('historyClearSelection')));
  expect(document.activeElement?.id).toBe('search');
});

it('the focus is on the search after Dismiss, also beside Undo, and moves nowhere when a notice leaves by itself', async () => {
  await openList(three);
  press(rowButton('One', text('copy')));
  await status(text('historyCopied', 'https://s.example/One'));
  press(button(text('dismiss')));
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  press(rowButton('Three', text('more')));
  press(await screen.findByRole('menuitem', { name: text('historyRemoveOne') }));
  await screen.findByRole('button', { name: text('historyUndo') });
  press(button(text('dismiss')));
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  press(rowButton('One', text('copy')));
  await status(text('historyCopied', 'https://s.example/One'));
  await vi.advanceTimersByTimeAsync(100);
  rowButton('One', text('copy')).blur();
  await vi.advanceTimersByTimeAsync(6000);
  await waitFor(() => expect(document.querySelector('.about-action')).toBeNull());
  expect(document.activeElement).toBe(document.body);
});
