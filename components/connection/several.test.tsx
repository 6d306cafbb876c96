import { act, fireEvent, render, screen, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import type { ConnectResult } from '../../lib/connection/connect.ts';
import type { SavedConnection } from '../../lib/settings/backup.ts';
import type { ManagedPolicy } from '../../lib/settings/policy.ts';
import { type ListedConnection, movedFrom, readConnections, reload } from '../options/options-state.ts';
import { browser } from '../testing/browser.ts';
import { listedConnection } from '../testing/connections.ts';
import {
  alerts,
  codeOrAddress,
  descriptionOf,
  fieldOf,
  fillIn,
  fillInAccount,
  press,
  said,
} from '../testing/dom.ts';
import { openOptionsWith } from '../testing/options.ts';
import { Connection } from './Connection.tsx';

const work = listedConnection({
  name: 'Work',
  address: 'https://api.lark.example/v3',
  secretId: 'aB3dE6gH9kLm',
  activeLinks: 31,
});
const own = listedConnection({
  id: 'b',
  name: 'Private',
  hue: 3,
  validity: 'week',
  address: 'https://api.wren.example/v3',
  activeLinks: 14,
});
const locked = listedConnection({ id: 'c', hue: 2, address: 'https://api.heath.example/v3', isLocked: true });

interface ListTest {
  connections?: ListedConnection[];
  /** Those of an imported file. */
  offered?: SavedConnection[];
  /** The answer to what is sent; by default it is saved as it is. */
  result?: ConnectResult;
  isRemoved?: boolean;
  /** The origins that the browser lets the extension reach. */
  origins?: string[];
  managed?: ManagedPolicy;
}

/** Renders the connections over a background that changes them. */
const show = async ({
  connections = [work, own],
  offered = [],
  result,
  isRemoved = true,
  origins = ['*://*/*'],
  managed = {},
}: ListTest = {}) => {
  await openOptionsWith({ connections, origins, managed });
  await reload(offered);
  const stored = vi.mocked(background.connections);
  let rows = connections;
  const setRows = (next: ListedConnection[]): void => {
    rows = next;
    stored.mockResolvedValue(next);
  };
  const connect = vi.spyOn(background, 'connect').mockImplementation((form) => {
    const { advanced: _, secretKey: __, ...typed } = form;
    const view = listedConnection({ ...(typed as Partial<ListedConnection>), id: form.id ?? 'new' });
    if (result && !result.ok) return Promise.resolve(result);
    const isThere = rows.some(({ id }) => id === view.id);
    setRows(isThere ? rows.map((each) => (each.id === view.id ? view : each)) : [...rows, view]);
    return Promise.resolve({ ok: true, view });
  });
  const remove = vi.spyOn(background, 'removeConnection').mockImplementation(({ id }) => {
    if (isRemoved) setRows(rows.filter((each) => each.id !== id));
    return Promise.resolve(isRemoved ? true : undefined);
  });
  const { container, unmount } = render(<Connection />);
  /** The background lists these from now on. */
  const setConnections = (next: ListedConnection[]): Promise<void> => {
    setRows(next);
    return act(readConnections);
  };
  return { connect, remove, container, unmount, setConnections };
};

/** The permissions that were requested of the browser. */
const requested = (): unknown[] => browser.permissions.request.mock.calls.map(([what]) => what);

const row = (name: string) => within(screen.getByRole('group', { name }));
const focused = () => document.activeElement;

/** What opens the form of a connection. */
const opener = (name: string, button = 'Edit') => row(name).getByRole('button', { name: button });

/** A field of the form of a connection. */
const fieldIn = (name: string, label: string): HTMLInputElement =>
  row(name).getByLabelText(label, { selector: 'input' });

const edit = async (name: string): Promise<void> => {
  fireEvent.click(opener(name));
  await expect.poll(() => row(name).queryByLabelText('Name')).toBeTruthy();
  await expect.poll(focused).toBe(fieldIn(name, 'Name'));
};

const addButton = () => screen.queryByRole('button', { name: 'Add connection' });

describe('the list', () => {
  it('says of each which it is, and marks the default one', async () => {
    await show();
    expect(row('Work').getByText('Default')).toBeTruthy();
    expect(row('Work').getByText(/31 active links/).parentElement?.textContent).toBe(
      ' api.lark.example as aB3dE6gH9kLm 31 active links',
    );
    expect(row('Private').queryByText('Default')).toBeNull();
  });

  it('calls one without a name by its host, and isolates a name from right to left', async () => {
    await show({ connections: [work, { ...own, name: '' }, { ...own, id: 'd', name: 'שלום' }] });
    expect(row('api.wren.example').getByText(/14 active links/)).toBeTruthy();
    expect(row('שלום').getByText('שלום').tagName).toBe('BDI');
  });

  it('of one connection hints at more only by the button that adds one', async () => {
    const { container } = await show({ connections: [work] });
    expect(container.querySelector('.dot')).toBeNull();
    expect(screen.queryByText('Default')).toBeNull();
    fireEvent.click(screen.getByText('Edit'));
    await screen.findByLabelText('SecretID');
    expect(screen.queryByLabelText('Name')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove…' })).toBeNull();
    expect(addButton()).toBeTruthy();
  });

  it('requests the access that is missing, in the click', async () => {
    await show({ origins: ['https://api.lark.example/*'] });
    const allow = await row('Private').findByRole('button', { name: 'Allow access' });
    expect(row('Private').getByRole('status').textContent).toContain('does not let Waylark reach');
    fireEvent.click(allow);
    expect(requested()).toEqual([{ origins: ['https://api.wren.example/*'] }]);
    expect(row('Work').queryByRole('button', { name: 'Allow access' })).toBeNull();
  });

  it('shows what an organization sets without a way to change it, while its policy is there', async () => {
    const { setConnections } = await show({ connections: [work, locked] });
    expect(row('api.heath.example').getByText('Set by your organization')).toBeTruthy();
    expect(screen.getAllByText('Edit')).toHaveLength(1);
    await edit('Work');
    await setConnections([locked]);
    await expect.poll(() => screen.queryByLabelText('Name')).toBeNull();
    await setConnections([work]);
    expect(await screen.findByText(/^Connected as/)).toBeTruthy();
    expect(screen.queryByText('Set by your organization')).toBeNull();
  });

  it('has what an organization sets, and only that if it allows no others', async () => {
    const managed = { serviceAddress: locked.address, secretId: 'me', secretKey: 'k' };
    await show({ connections: [locked, { ...locked, id: 'd', name: 'Second' }], managed });
    expect(row('api.heath.example').getByText('Default')).toBeTruthy();
    expect(row('Second').getByText('Set by your organization')).toBeTruthy();
    const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(buttons).toEqual(['Check', 'Move…']);
  });

  it('offers to add one beside those of an organization', async () => {
    await show({ connections: [locked] });
    expect(addButton()).toBeTruthy();
    expect(screen.getByText('Set by your organization')).toBeTruthy();
  });

  it('offers no other one for the account that an organization sets', async () => {
    await show({ connections: [work], managed: { serviceAddress: work.address, secretId: work.secretId } });
    expect(addButton()).toBeNull();
  });
});

describe('editing one', () => {
  it('sends what was changed for its id, without its key, and returns the focus', async () => {
    const { connect } = await show();
    await edit('Private');
    fillIn({ Name: 'Garden' });
    const colors = within(screen.getByRole('radiogroup', { name: 'Color' })).getAllByRole('radio');
    expect(colors.map((each) => each.ariaLabel)).toEqual([
      'Indigo',
      'Teal',
      'Apricot',
      'Rose',
      'Moss',
      'Sky',
    ]);
    fireEvent.click(screen.getByRole('radio', { name: 'Moss' }));
    fireEvent.change(screen.getByLabelText('Links expire'), { target: { value: '' } });
    await expect.poll(() => screen.getByLabelText<HTMLSelectElement>('Links expire').value).toBe('');
    press('Save and connect');
    await expect.poll(() => connect.mock.calls.length).toBe(1);
    expect(connect.mock.calls[0]).toEqual([
      {
        id: 'b',
        name: 'Garden',
        hue: 5,
        validity: undefined,
        address: own.address,
        secretId: own.secretId,
        secretKey: null,
        template: '',
      },
    ]);
    await expect.poll(said).toBe('Connected.');
    await expect.poll(focused).toBe(opener('Garden'));
  });

  it('closes no other form if it is saved after the connections were left', async () => {
    const { connect, unmount } = await show();
    const saving = Promise.withResolvers<ConnectResult>();
    connect.mockReturnValueOnce(saving.promise);
    await edit('Private');
    press('Save and connect');
    await expect.poll(() => connect.mock.calls.length).toBe(1);
    unmount();
    await show();
    await edit('Work');
    saving.resolve({ ok: true, view: own });
    await act(async () => void (await saving.promise));
    expect(fieldOf('Name').value).toBe('Work');
  });

  it('can make it the default one, which the default one cannot', async () => {
    const { connect } = await show();
    await edit('Work');
    expect(screen.queryByRole('switch')).toBeNull();
    await edit('Private');
    fireEvent.click(screen.getByRole('switch', { name: 'Use by default' }));
    fireEvent.click(row('Private').getByRole('button', { name: 'Save and connect' }));
    await expect.poll(() => connect.mock.calls).toMatchObject([[{ id: 'b', makesDefault: true }]]);
  });

  it('is for one at a time, and keeps what is typed until it is canceled', async () => {
    await show();
    await edit('Private');
    fillIn({ Name: 'typed' });
    await edit('Work');
    expect(
      Array.from(document.querySelectorAll('form'), ({ parentElement }) => parentElement?.hidden),
    ).toEqual([false, true]);
    await edit('Private');
    expect(fieldIn('Private', 'Name').value).toBe('typed');
    fireEvent.click(row('Private').getByRole('button', { name: 'Cancel' }));
    await expect.poll(focused).toBe(opener('Private'));
    await edit('Private');
    expect(fieldIn('Private', 'Name').value).toBe('Private');
  });

  it('says at the SecretID which other connection has it', async () => {
    const problem = { field: 'secretId', problem: 'in-use', name: 'Work' } as const;
    await show({ result: { ok: false, problem } });
    await edit('Private');
    press('Save and connect');
    await expect.poll(focused).toBe(fieldOf('SecretID'));
    expect(descriptionOf(fieldOf('SecretID'))).toContain('“Work”');
  });
});

describe('adding one', () => {
  it('opens the form at the end with a color that is free, and asks for access in the click', async () => {
    const { connect } = await show();
    fireEvent.click(screen.getByText('Add connection'));
    await screen.findByRole('heading', { name: 'New connection' });
    await expect.poll(focused).toBe(screen.getByLabelText(codeOrAddress));
    expect(screen.getByRole<HTMLInputElement>('radio', { checked: true }).ariaLabel).toBe('Teal');
    await fillInAccount({ Name: 'New', SecretKey: 'key' });
    press('Connect');
    expect(requested()).toEqual([{ origins: ['https://s.example/*'] }]);
    await expect
      .poll(() => connect.mock.calls[0]?.[0])
      .toMatchObject({ name: 'New', hue: 2, secretKey: 'key' });
    await expect.poll(said).toBe('Connected.');
    await expect.poll(focused).toBe(opener('New'));
    expect(screen.queryByLabelText('SecretKey')).toBeNull();
  });

  it('beside the only one leaves that as it is, and can be canceled', async () => {
    await show({ connections: [work] });
    fireEvent.click(screen.getByText('Add connection'));
    await screen.findByLabelText('Name');
    expect(screen.getByText('Connected as aB3dE6gH9kLm')).toBeTruthy();
    press('Cancel');
    await expect.poll(() => focused()?.textContent).toBe('Add connection');
  });

  it('ends at ten, and says so', async () => {
    const ten = Array.from({ length: 10 }, (_, at) =>
      listedConnection({ id: String(at), name: `N ${String(at)}` }),
    );
    await show({ connections: [...ten, locked] });
    expect(addButton()).toBeNull();
    expect(screen.getByText('You can have at most 10 connections. Remove one to add another.')).toBeTruthy();
  });
});

describe('removing one', () => {
  const ask = async (name: string): Promise<HTMLElement> => {
    await edit(name);
    press('Remove…');
    return screen.findByRole('dialog', { name: `Remove “${name}”?` });
  };

  it('says what happens to its links and its access, and does it after a confirmation', async () => {
    const { remove } = await show();
    const dialog = await ask('Private');
    expect(dialog.textContent).toContain('It created 14 active links.');
    expect(dialog.textContent).toContain('Access to api.wren.example is revoked. Your history stays.');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(remove).not.toHaveBeenCalled();
    press('Remove…');
    fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    await expect.poll(said).toBe('Connection removed.');
    expect(remove).toHaveBeenCalledExactlyOnceWith({ id: 'b' });
    // The one that is left looks as if there had never been another.
    await expect.poll(() => focused()?.textContent).toBe('Edit');
  });

  it('counts its links up to a limit', async () => {
    await show({ connections: [work, { ...own, activeLinks: 100 }] });
    expect((await ask('Private')).textContent).toContain('It created 99+ active links.');
  });

  it('revokes no access that another one needs', async () => {
    await show({ connections: [work, { ...own, address: 'https://api.lark.example/v3.1' }] });
    expect((await ask('Private')).textContent).not.toContain('revoked');
  });

  it('says that it failed', async () => {
    await show({ isRemoved: false });
    await ask('Private');
    press('Remove');
    await expect.poll(alerts).toContain('could not remove this connection');
    expect(row('Private')).toBeTruthy();
  });
});

const garden = { name: 'Garden', hue: 4, address: 'https://api.finch.example/v3', template: '' } as const;

it('the connections of an imported file wait for their credentials', async () => {
  const { connect } = await show({ connections: [work], offered: [garden] });
  expect(row('Garden').getByText('Enter its SecretID and SecretKey to connect.')).toBeTruthy();
  fireEvent.click(opener('Garden', 'Connect'));
  await expect
    .poll(() => screen.queryByLabelText<HTMLInputElement>(codeOrAddress)?.value)
    .toBe(garden.address);
  fillIn({ SecretID: 'me', SecretKey: 'key' });
  press('Connect');
  await expect.poll(() => connect.mock.calls[0]?.[0]).toMatchObject({ name: 'Garden', hue: 4 });
  await expect.poll(() => row('Garden').queryByText(/^Enter its/)).toBeNull();
  expect(opener('Garden')).toBeTruthy();
});

it('a connection of an imported file gets the focus back when its form is canceled', async () => {
  await show({ connections: [work], offered: [garden] });
  fireEvent.click(opener('Garden', 'Connect'));
  await screen.findByLabelText(codeOrAddress);
  press('Cancel');
  await expect.poll(focused).toBe(opener('Garden', 'Connect'));
});

it('offers to move the links of a connection before it is removed', async () => {
  const { remove } = await show();
  await edit('Private');
  press('Remove…');
  press('Move its links first…');
  expect(movedFrom.value).toBe('b');
  expect(remove).not.toHaveBeenCalled();
});
