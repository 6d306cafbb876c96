import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { idle } from '../../lib/batch/batch.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import type { MovePlan, MoveState } from '../../lib/moving/move.ts';
import { type ListedConnection, listed, movedFrom } from '../options/options-state.ts';
import { listedConnection } from '../testing/connections.ts';
import { alerts, press } from '../testing/dom.ts';
import { Moving } from './Moving.tsx';

const connections = [
  listedConnection({ id: 'work', name: 'Work' }),
  listedConnection({ id: 'own', name: 'Private' }),
  listedConnection({ id: 'third', name: 'Third' }),
];

const counts = { waiting: 4, created: 8, failed: 0, unknown: 0 };
const running: MoveState = { from: 'own', to: 'work', ...idle, isRunning: true, ...counts, links: [] };

const moved = (name: string, newShortLink: string | null = `https://lark.example/${name}`) => ({
  title: name,
  link: 'https://example.com/',
  oldShortLink: `https://wren.example/${name}`,
  newShortLink,
  kind: newShortLink === null ? ('unknown' as const) : ('created' as const),
});

const links = [moved('=a'), moved('b', null)];
const ended: MoveState = { ...running, isRunning: false, created: 1, waiting: 0, links };

interface Answers {
  plan?: MovePlan | null;
  /** Of the move that is running or has a result. */
  state?: MoveState | null;
}

/** Renders the section with these connections, and its dialog open unless `from` is null. */
const show = (
  { plan = { links: 12, limited: 2, moved: 0, unknown: 1 }, state = null }: Answers = {},
  { shown = connections, from = 'own' }: { shown?: ListedConnection[]; from?: string | null } = {},
) => {
  listed.value = shown;
  movedFrom.value = from;
  vi.spyOn(background, 'connections').mockResolvedValue(shown);
  const calls = {
    plan: vi.spyOn(background, 'planMove').mockResolvedValue(plan),
    start: vi.spyOn(background, 'startMove').mockResolvedValue(running),
    read: vi.spyOn(background, 'moveState').mockResolvedValue(state),
    cancel: vi.spyOn(background, 'cancelMove').mockResolvedValue({ ...running, isCanceled: true }),
    close: vi.spyOn(background, 'closeMove').mockResolvedValue(null),
  };
  render(<Moving />);
  return calls;
};

/** The dialog, as soon as it is open. */
const dialog = async () => within(await screen.findByRole('dialog'));

const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('moving links', () => {
  it('says how many are created again, what is left out, and what becomes of the old ones', async () => {
    const calls = show();
    await screen.findByRole('button', { name: 'Move 12 links' });
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '12 links are created again with their remaining time.',
      '2 links with a limit are not moved.',
      '1 link may have been moved before and is left out. Check History.',
      'The old short links work until they expire. They cannot be redirected.',
    ]);
    expect(calls.plan).toHaveBeenCalledWith({ from: 'own', to: 'work' });
  });

  it('does not offer the same connection twice', async () => {
    const calls = show();
    await screen.findByRole('button', { name: 'Move 12 links' });
    choose('From', 'work');
    const names = within(screen.getByLabelText('To')).getAllByRole('option');
    expect(names.map(({ textContent }) => textContent)).toEqual(['Private', 'Third']);
    await expect.poll(() => calls.plan).toHaveBeenLastCalledWith({ from: 'work', to: 'own' });
  });

  it('shows the progress once it has begun, and can be canceled', async () => {
    const calls = show();
    fireEvent.click(await screen.findByRole('button', { name: 'Move 12 links' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Moving to Work' })).toBeTruthy();
    expect(calls.start).toHaveBeenCalledWith({ from: 'own', to: 'work' });
    expect((await dialog()).getByText('8 of 12 links')).toBeTruthy();
    press('Cancel move');
    expect(await screen.findByText('Finishing what was sent…')).toBeTruthy();
  });

  it('begins nothing without a link that can be moved', async () => {
    const { start } = show({ plan: { links: 0, limited: 0, moved: 3, unknown: 0 } });
    await screen.findByText('No link can be moved.');
    press('Move 0 links');
    expect(start).not.toHaveBeenCalled();
  });

  it('says that the history cannot be read', async () => {
    show({ plan: null });
    await expect.poll(alerts).toContain('History cannot be read.');
  });

  it('ends with a table to copy and to save, without formulas, and removes it when it is done', async () => {
    const { close } = show({ state: ended });
    expect(await screen.findByRole('heading', { level: 2, name: '1 link moved' })).toBeTruthy();
    const rows = screen
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows).toEqual([
      ['Title', 'Old', 'New'],
      ['=a', 'wren.example/=a', 'lark.example/=a'],
      ['b', 'wren.example/b', 'May have been created'],
    ]);
    press('Copy table');
    expect(copy).toHaveBeenCalledWith(
      "'=a\thttps://wren.example/=a\thttps://lark.example/=a\nb\thttps://wren.example/b\t\n",
    );
    press('Save as CSV');
    const [name, file] = vi.mocked(saveFile).mock.lastCall ?? [];
    expect(name).toMatch(/^waylark-moved-\d{4}-\d\d-\d\d\.csv$/);
    expect(await file?.text()).toContain('"title","old","new"\r\n"\'=a","https://wren.example/=a"');
    press('Done');
    expect(close).toHaveBeenCalled();
  });

  it('says why it stopped and how many links are left, and continues with them', async () => {
    const stopped = {
      reason: 'access-missing',
      hadEffect: 'no',
      service: 'https://lark.example/v3',
    } as const;
    const { start } = show({ state: { ...ended, waiting: 3, stopped } });
    await (await dialog()).findByText('3 links were not moved. You can move them later.');
    expect(alerts()).toContain('lark.example');
    press('Move 3 links');
    expect(await screen.findByRole('heading', { level: 2, name: 'Moving to Work' })).toBeTruthy();
    expect(start).toHaveBeenCalledWith({ from: 'own', to: 'work' });
  });
});

describe('a move whose dialog is closed', () => {
  const closed = { from: null };

  it('is shown with how far it is, until its result was seen', async () => {
    const { read, close } = show({ state: running }, closed);
    close.mockImplementation(() => {
      read.mockResolvedValue(null);
      return Promise.resolve(null);
    });
    expect(await screen.findByRole('heading', { name: 'Moving to Work' })).toBeTruthy();
    expect(screen.getByText('8 of 12 links')).toBeTruthy();
    press('Show');
    expect(screen.getByRole('button', { name: 'Cancel move' })).toBeTruthy();
    fireEvent(screen.getByRole('dialog'), new Event('close'));
    read.mockResolvedValue({ ...ended, waiting: 3 });
    vi.mocked(background.connections).mockResolvedValue(connections.slice(0, 2));
    expect(await screen.findByRole('heading', { name: '1 link moved' })).toBeTruthy();
    expect(screen.getByText('3 links were not moved. You can move them later.')).toBeTruthy();
    // The links that were moved are no longer counted for their connection.
    await expect.poll(() => listed.value).toHaveLength(2);
    press('Show');
    press('Done');
    expect(await screen.findByRole('heading', { name: 'Move active links' })).toBeTruthy();
  });

  it('shows its result also with one connection, and nothing without a result', async () => {
    show({ state: ended }, { ...closed, shown: connections.slice(0, 1) });
    await screen.findByText('In History, each old link shows its new one.');
    press('Show');
    expect(screen.getAllByRole('row')).toHaveLength(3);
    cleanup();
    const { read } = show({}, { ...closed, shown: connections.slice(0, 1) });
    await read.mock.results.at(-1)?.value;
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
