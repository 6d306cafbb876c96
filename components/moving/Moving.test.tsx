import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { useState } from 'preact/hooks';
import { describe, expect, it, vi } from 'vitest';
import type { MoveState } from '../../lib/moving/move.ts';
import type { ListedConnection } from '../connection/connection-form.ts';
import { listedConnection } from '../testing/connections.ts';
import { alerts, press } from '../testing/dom.ts';
import type { MoveActions } from './MoveDialog.tsx';
import { Moving } from './Moving.tsx';

const connections = [
  listedConnection({ id: 'work', name: 'Work' }),
  listedConnection({ id: 'own', name: 'Private' }),
  listedConnection({ id: 'third', name: 'Third' }),
];

const running: MoveState = {
  from: 'own',
  to: 'work',
  isRunning: true,
  isCancelled: false,
  pausedUntil: null,
  stopped: null,
  waiting: 4,
  created: 8,
  failed: 0,
  unknown: 0,
  links: [],
};

const moved = (name: string, newShortLink: string | null = `https://lark.example/${name}`) => ({
  title: name,
  link: 'https://example.com/',
  oldShortLink: `https://wren.example/${name}`,
  newShortLink,
  kind: newShortLink === null ? ('unknown' as const) : ('created' as const),
});

const ended: MoveState = {
  ...running,
  isRunning: false,
  created: 1,
  waiting: 0,
  links: [moved('=a'), moved('b', null)],
};

interface ShowOptions {
  shown?: ListedConnection[];
  first?: string | null;
}

const show = (
  change: Partial<MoveActions> = {},
  { shown = connections, first = 'own' }: ShowOptions = {},
) => {
  const actions = {
    plan: vi.fn(() => Promise.resolve({ links: 12, limited: 2, moved: 0, unknown: 1 })),
    start: vi.fn(() => Promise.resolve<MoveState | null>(running)),
    readState: vi.fn(() => Promise.resolve<MoveState | null>(null)),
    cancel: vi.fn(() => Promise.resolve<MoveState | null>({ ...running, isCancelled: true })),
    close: vi.fn(() => Promise.resolve()),
    copy: vi.fn(() => Promise.resolve(true)),
    saveFile: vi.fn(),
    ...change,
  };
  const Page = () => {
    const [from, setFirst] = useState<string | null>(first);
    return (
      <Moving
        connections={shown}
        movedFrom={from}
        actions={actions}
        setMovedFrom={setFirst}
        onEnded={() => undefined}
      />
    );
  };
  render(<Page />);
  return { actions };
};

/** The dialog, as soon as it is open. */
const dialog = async () => within(await screen.findByRole('dialog'));

const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('moving links', () => {
  it('says how many are created again, what is left out, and what becomes of the old ones', async () => {
    const { actions } = show();
    await screen.findByRole('button', { name: 'Move 12 links' });
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '12 links are created again with their remaining time.',
      '2 links with a limit are not moved.',
      '1 link may have been moved before and is left out. Check History.',
      'The old short links work until they expire. They cannot be redirected.',
    ]);
    expect(actions.plan).toHaveBeenCalledWith({ from: 'own', to: 'work' });
  });

  it('does not offer the same connection twice', async () => {
    const { actions } = show();
    await screen.findByRole('button', { name: 'Move 12 links' });
    choose('From', 'work');
    const names = within(screen.getByLabelText('To')).getAllByRole('option');
    expect(names.map(({ textContent }) => textContent)).toEqual(['Private', 'Third']);
    await expect.poll(() => actions.plan).toHaveBeenLastCalledWith({ from: 'work', to: 'own' });
  });

  it('shows the progress once it has begun, and can be cancelled', async () => {
    const { actions } = show();
    fireEvent.click(await screen.findByRole('button', { name: 'Move 12 links' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Moving to Work' })).toBeTruthy();
    expect(actions.start).toHaveBeenCalledWith({ from: 'own', to: 'work' });
    expect((await dialog()).getByText('8 of 12 links')).toBeTruthy();
    press('Cancel move');
    expect(await screen.findByText('Finishing what was sent…')).toBeTruthy();
  });

  it('begins nothing without a link that can be moved', async () => {
    const { actions } = show({
      plan: () => Promise.resolve({ links: 0, limited: 0, moved: 3, unknown: 0 }),
    });
    await screen.findByText('No link can be moved.');
    press('Move 0 links');
    expect(actions.start).not.toHaveBeenCalled();
  });

  it('says that the history cannot be read', async () => {
    show({ plan: () => Promise.resolve(null) });
    await expect.poll(alerts).toContain('History cannot be read.');
  });

  it('ends with a table to copy and to save, without formulas, and removes it when it is done', async () => {
    const { actions } = show({ readState: () => Promise.resolve(ended) });
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
    expect(actions.copy).toHaveBeenCalledWith(
      "'=a\thttps://wren.example/=a\thttps://lark.example/=a\nb\thttps://wren.example/b\t\n",
    );
    press('Save as CSV');
    const [name, file] = vi.mocked(actions.saveFile).mock.lastCall as unknown as [string, Blob];
    expect(name).toMatch(/^waylark-moved-\d{4}-\d\d-\d\d\.csv$/);
    expect(await file.text()).toContain('"title","old","new"\r\n"\'=a","https://wren.example/=a"');
    press('Done');
    expect(actions.close).toHaveBeenCalled();
  });

  it('says why it stopped and how many links are left, and continues with them', async () => {
    const stopped = {
      reason: 'access-missing',
      hadEffect: 'no',
      service: 'https://lark.example/v3',
    } as const;
    const { actions } = show({ readState: () => Promise.resolve({ ...ended, waiting: 3, stopped }) });
    await (await dialog()).findByText('3 links were not moved. You can move them later.');
    expect(alerts()).toContain('lark.example');
    press('Move 3 links');
    expect(await screen.findByRole('heading', { level: 2, name: 'Moving to Work' })).toBeTruthy();
    expect(actions.start).toHaveBeenCalledWith({ from: 'own', to: 'work' });
  });
});

describe('a move whose dialog is closed', () => {
  const closed = { first: null };

  it('is shown with how far it is, until its result was seen', async () => {
    let state: MoveState | null = running;
    const close = (): Promise<void> => {
      state = null;
      return Promise.resolve();
    };
    show({ readState: () => Promise.resolve(state), close }, closed);
    expect(await screen.findByRole('heading', { name: 'Moving to Work' })).toBeTruthy();
    expect(screen.getByText('8 of 12 links')).toBeTruthy();
    press('Show');
    expect(screen.getByRole('button', { name: 'Cancel move' })).toBeTruthy();
    fireEvent(screen.getByRole('dialog'), new Event('close'));
    state = { ...ended, waiting: 3 };
    expect(await screen.findByRole('heading', { name: '1 link moved' })).toBeTruthy();
    expect(screen.getByText('3 links were not moved. You can move them later.')).toBeTruthy();
    press('Show');
    press('Done');
    expect(await screen.findByRole('heading', { name: 'Move active links' })).toBeTruthy();
  });

  it('shows its result also with one connection, and nothing without a result', async () => {
    show({ readState: () => Promise.resolve(ended) }, { ...closed, shown: connections.slice(0, 1) });
    await screen.findByText('In History, each old link shows its new one.');
    press('Show');
    expect(screen.getAllByRole('row')).toHaveLength(3);
    cleanup();
    const read = vi.fn(() => Promise.resolve(null));
    show({ readState: read }, { ...closed, shown: connections.slice(0, 1) });
    await read.mock.results[0]?.value;
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
