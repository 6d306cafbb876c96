import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { plural, text } from '../../lib/i18n/texts.ts';
import {
  attempt,
  openList,
  rowButton,
  rowItem,
  selectedTitles,
  status,
  titles,
  unknownAttempt,
} from '../testing/history-page.tsx';

const links = ['One', 'Two', 'Three', 'Four'].map((title, at) =>
  attempt({ title, shortLink: `https://s.example/${title}`, createdAt: Date.now() - at * 1000 }),
);
const [one] = links;

const open = async (entries = links) => {
  const page = await openList(entries);
  await waitFor(() => expect(focused()).toBe('search'));
  return page;
};

/** Presses a key where the focus is; returns whether the browser does what it does by itself. */
const type = (key: string, modifiers: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...modifiers });

/** Types a space, by which the browser presses the checkbox of a row. */
const toggle = (): boolean => fireEvent.click(document.activeElement ?? document.body);

/** The title of the row that has the focus, or the id or the name of another element. */
const focused = (): string | null => {
  const node = document.activeElement;
  const title = node?.matches('[type=checkbox]') && node.closest('.row')?.querySelector('.name');
  return title ? title.textContent : node?.id || (node?.getAttribute('aria-label') ?? null);
};
const search = () => screen.getByRole<HTMLInputElement>('searchbox');
const write = (value: string) => fireEvent.input(search(), { target: { value } });

it('the arrow keys, Home, End, Page Up and Page Down move from row to row, and back to the search', async () => {
  await open();
  const steps: [key: string, to: string][] = [
    ['ArrowDown', 'One'],
    ['ArrowDown', 'Two'],
    ['End', 'Four'],
    ['ArrowDown', 'Four'],
    ['ArrowUp', 'Three'],
    ['Home', 'One'],
    ['PageDown', 'Four'],
    ['PageUp', 'One'],
    ['ArrowUp', 'search'],
  ];
  for (const [key, to] of steps) {
    expect(type(key)).toBe(false);
    expect([key, focused()]).toEqual([key, to]);
  }
});

it('the list is one stop of the Tab key, at the row that had the focus last', async () => {
  await open();
  const stops = () =>
    [...screen.getByRole('list').querySelectorAll<HTMLElement>('*')]
      .filter(({ tabIndex }) => tabIndex === 0)
      .map((stop) => stop.closest('.row')?.querySelector('.name')?.textContent);
  expect(stops()).toEqual(['One']);
  type('ArrowDown');
  type('ArrowDown');
  expect(stops()).toEqual(['Two']);
  write('o');
  expect([titles(), stops()]).toEqual([['One', 'Two', 'Four'], ['Two']]);
  write('One');
  expect(stops()).toEqual(['One']);
});

it('inside a row, the left and right arrow keys reach its controls; ↓ goes on to the next row', async () => {
  await open();
  type('ArrowDown');
  const names = ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft'].map((key) => {
    type(key);
    return focused();
  });
  const [qr, more, copy] = [text('qrCode'), text('more'), text('copy')];
  expect(names).toEqual([copy, qr, more, more, qr]);
  // Enter and Space are the button's own there.
  expect([type('Enter'), type(' ')]).toEqual([true, true]);
  type('ArrowDown');
  expect(focused()).toBe('Two');
});

it.each([
  ['ContextMenu', {}],
  ['F10', { shiftKey: true }],
])('%s opens the menu of a row', async (key, modifiers) => {
  await open();
  type('ArrowDown');
  type(key, modifiers);
  expect(await screen.findByRole('menu', { name: text('more') })).toBeTruthy();
  // The arrow keys are the menu's then.
  await waitFor(() => expect(document.activeElement?.role).toBe('menuitem'));
  type('ArrowDown');
  expect(document.activeElement?.textContent).toBe(text('historyOpenPage'));
});

it('Enter copies, or asks for a new link for what expired or may have been created', async () => {
  const { calls } = await open([
    ...links.slice(0, 1),
    attempt({ title: 'Old', expiresAt: 1, createdAt: 2 }),
    unknownAttempt({ title: 'Unclear', createdAt: 1 }),
  ]);
  type('ArrowDown');
  type('Enter');
  expect(calls.copy).toHaveBeenLastCalledWith(one?.shortLink, undefined);
  for (const [title, name] of [
    ['Old', text('newLink')],
    ['Unclear', text('historyRetry')],
  ] as const) {
    type('ArrowDown');
    expect(focused()).toBe(title);
    type('Enter');
    const dialog = await screen.findByRole('dialog', { name });
    fireEvent.click(within(dialog).getByRole('button', { name: text('historyCancel') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // As the browser does.
    screen.getByRole('checkbox', { name: title }).focus();
  }
  // In the search, it copies the first link that was found; before anything is typed, nothing.
  search().focus();
  type('Enter');
  expect(calls.copy).toHaveBeenCalledOnce();
  write('On');
  type('Enter');
  expect(calls.copy).toHaveBeenCalledTimes(2);
});

it('Shift with an arrow key extends the selection, Delete removes it, and Ctrl+Z undoes that', async () => {
  await open();
  type('ArrowDown');
  type('ArrowDown', { shiftKey: true });
  type('ArrowDown', { shiftKey: true });
  expect([focused(), selectedTitles()]).toEqual(['Three', ['One', 'Two', 'Three']]);
  type('Delete');
  await status(plural('historyRemovedMany', 3));
  expect(focused()).toBe('Four');
  type('z', { metaKey: true });
  await status(text('historyRestored'));
  expect(titles()).toEqual(['One', 'Two', 'Three', 'Four']);
});

it('Delete removes the row of the focus, which is then on the next one, or on the last', async () => {
  await open();
  type('ArrowDown');
  type('Delete');
  await status(text('historyRemovedOne'));
  expect(focused()).toBe('Two');
  type('End');
  type('Backspace', { metaKey: true });
  await waitFor(() => expect(focused()).toBe('Three'));
});

it('the focus is on the next row as soon as a row is removed, also by another page', async () => {
  const { elsewhere } = await open();
  const moved: (string | null)[] = [];
  const observer = new MutationObserver(() => moved.push(focused()));
  type('ArrowDown');
  rowButton('One', text('more')).focus();
  observer.observe(screen.getByRole('list'), { childList: true });
  await elsewhere.remove([one?.id ?? '']);
  await waitFor(() => expect(titles()).toEqual(['Two', 'Three', 'Four']));
  observer.disconnect();
  expect([...new Set(moved), focused()]).toEqual(['Two', 'Two']);
});

it('the focus stays on its link, however many are added above it', async () => {
  const { elsewhere } = await open();
  type('ArrowDown');
  await elsewhere.restore(Array.from({ length: 250 }, () => attempt({ createdAt: Date.now() })));
  await screen.findByText(plural('historyCount', 254));
  await waitFor(() => expect(focused()).toBe('One'));
  expect(titles().at(-1)).toBe('One');
});

it('after an Undo the search has the focus, also if the row that had it was not among the removed ones', async () => {
  await open();
  type('ArrowDown');
  toggle();
  type('ArrowDown');
  type('Delete');
  await status(text('historyRemovedOne'));
  const undo = screen.getByRole('button', { name: text('historyUndo') });
  undo.focus();
  fireEvent.click(undo);
  await status(text('historyRestored'));
  await waitFor(() => expect(focused()).toBe('search'));
});

it('a key that is held acts once: it sends nothing, and removes one row', async () => {
  const { calls, history } = await open([...links, unknownAttempt({ title: 'Unclear', createdAt: 1 })]);
  const remove = vi.spyOn(history, 'remove');
  type('ArrowDown');
  type('Delete');
  await waitFor(() => expect(focused()).toBe('Two'));
  type('Delete', { repeat: true });
  type('Backspace', { metaKey: true, repeat: true });
  expect(remove).toHaveBeenCalledOnce();
  type('Enter');
  type('Enter', { repeat: true });
  write('o');
  search().focus();
  type('Enter', { repeat: true });
  expect(calls.copy).toHaveBeenCalledOnce();
  write('Unclear');
  type('ArrowDown');
  type('Enter');
  await screen.findByRole('dialog');
  expect([focused(), type('Enter', { repeat: true }), type('Enter')]).toEqual(['go', false, true]);
});

it('Ctrl+A selects all rows, or the text that is typed in the search', async () => {
  await open();
  write('o');
  expect(type('a', { ctrlKey: true })).toBe(true);
  expect(selectedTitles()).toEqual([]);
  type('ArrowDown');
  expect(type('a', { ctrlKey: true })).toBe(false);
  expect(selectedTitles()).toEqual(['One', 'Two', 'Four']);
});

it('Escape clears the selection, then the search, unless it closes something else', async () => {
  await open();
  write('o');
  type('ArrowDown');
  toggle();
  await rowItem('One', text('historyRemoveOne'));
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  expect(selectedTitles()).toEqual(['One']);
  screen.getByRole('toolbar').querySelector('button')?.focus();
  type('Escape');
  expect([selectedTitles(), search().value, focused()]).toEqual([[], 'o', 'search']);
  type('ArrowDown');
  type('Escape');
  expect([search().value, focused()]).toEqual(['', 'search']);
  expect(type('Escape')).toBe(true);
});

it('a slash moves the focus to the search, and so does a letter, which the browser then types there', async () => {
  await open();
  expect(type('/')).toBe(true);
  type('ArrowDown');
  expect([type('/'), focused()]).toEqual([false, 'search']);
  type('ArrowDown');
  expect([type('b'), focused()]).toEqual([true, 'search']);
  type('ArrowDown');
  expect([type('r', { ctrlKey: true }), focused()]).toEqual([true, 'One']);
});

it('Ctrl+Z undoes a removal only while Undo is offered, and in the search what was typed there', async () => {
  await open();
  expect(type('z', { ctrlKey: true })).toBe(true);
  fireEvent.click(await rowItem('One', text('historyRemoveOne')));
  await status(text('historyRemovedOne'));
  write('o');
  search().focus();
  expect(type('z', { ctrlKey: true })).toBe(true);
  rowButton('Two', text('more')).focus();
  expect(type('z', { ctrlKey: true, shiftKey: true })).toBe(true);
  expect(type('z', { ctrlKey: true })).toBe(false);
  await status(text('historyRestored'));
  await waitFor(() => expect(type('z', { ctrlKey: true })).toBe(true));
});

it('leaves the keys to an input method, to a dialog and to the select of the order', async () => {
  const { calls } = await open();
  write('o');
  expect(type('Enter', { isComposing: true })).toBe(true);
  expect(calls.copy).not.toHaveBeenCalled();
  type('ArrowDown');
  toggle();
  fireEvent.click(rowButton('One', text('qrCode')));
  const dialog = await screen.findByRole('dialog');
  for (const key of ['Escape', '/']) expect([key, fireEvent.keyDown(dialog, { key })]).toEqual([key, true]);
  expect(fireEvent.keyDown(screen.getByRole('combobox'), { key: 'a', ctrlKey: true })).toBe(true);
  expect([selectedTitles(), search().value]).toEqual([['One'], 'o']);
});
