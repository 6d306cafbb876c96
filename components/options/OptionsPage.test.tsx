import { fireEvent, render, screen, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { connectionCode } from '../../lib/connection-code/contract.ts';
import { policyViewOf } from '../../lib/connection/policy-connection.ts';
import { defaults as settings } from '../../lib/settings/schema.ts';
import type { DataActions } from '../data/Data.tsx';
import { idle } from '../../lib/batch/batch.ts';
import type { MoveState } from '../../lib/moving/move.ts';
import type { MoveActions } from '../moving/MoveDialog.tsx';
import { listedConnection } from '../testing/connections.ts';
import { changeFeed, fieldOf, fillIn, press } from '../testing/dom.ts';
import { OptionsPage } from './OptionsPage.tsx';
import type { PageActions, PageData } from './sections.tsx';

const savedView = listedConnection();

const connect = (): void => {
  fillIn({ 'Service address': 's.example', SecretID: 'me', SecretKey: 'k:ey' });
  press('Save and connect');
};

const none = () => undefined;
const no = () => Promise.resolve(false);
const data: PageData = {
  connections: [],
  wasConnected: false,
  shortening: { settings, mayNotify: false },
  music: { access: { all: false, lostService: null }, settings, volume: 1 },
  shortcuts: [{ name: 'shorten-page', keys: 'Alt+G' }],
  about: { version: '1.2.3', permissions: { required: [], optional: [] } },
  policy: policyViewOf({}),
  isFirefox: false,
  isMemoryOnly: false,
};

const settingsActions = { change: no, onSettingsChange: none, onPermissionChange: none };
const copy = no;
const baseActions: Omit<PageActions, 'readData' | 'readConnections' | 'onChangeElsewhere'> = {
  copy,
  openPopup: none,
  closeTab: none,
  connection: {
    requestAccess: () => Promise.resolve(true),
    hasHostPermission: no,
    onPermissionChange: none,
    connect: () => Promise.resolve({ ok: true, view: savedView }),
    remove: no,
  },
  shortening: { ...settingsActions, requestNotifications: no, mayNotify: no },
  music: {
    ...settingsActions,
    allow: no,
    revoke: no,
    saveVolume: no,
    readSiteAccess: () => Promise.resolve(data.music.access),
    findRunningPlayer: () => Promise.resolve(null),
  },
  shortcuts: { readShortcuts: () => Promise.resolve(data.shortcuts), openShortcuts: null },
  // Nothing of these two is used before a click.
  data: () => ({}) as DataActions,
  move: { readState: () => Promise.resolve(null) } as unknown as MoveActions,
  about: {
    readPermissions: () => Promise.resolve(data.about.permissions),
    revoke: () => Promise.resolve('revoked'),
    onPermissionChange: none,
  },
};

const endedMove: MoveState = {
  from: 'from',
  to: 'to',
  ...idle,
  waiting: 0,
  created: 2,
  failed: 0,
  unknown: 0,
  links: [],
};

interface PageTest {
  first?: PageData;
  /** The data that the page reads later. */
  next?: PageData;
  isReset?: boolean;
  change?: Partial<PageActions>;
}

const renderPage = (
  hash: string,
  { first = data, next = first, isReset = false, change = {} }: PageTest = {},
) => {
  location.hash = hash;
  const changes = changeFeed();
  const actions: PageActions = {
    ...baseActions,
    readData: () => Promise.resolve(next),
    readConnections: () => Promise.resolve([savedView]),
    onChangeElsewhere: changes.subscribe,
    ...change,
  };
  render(<OptionsPage initial={first} actions={actions} isReset={isReset} />);
  return { changeElsewhere: changes.report };
};

const focusedText = (): string | undefined => document.activeElement?.textContent;

beforeEach(() => {
  location.hash = '';
});

it.each(['#connection', '#first-run'])(
  'says that nothing outlasts the browser where it never remembers history (%s)',
  (hash) => {
    renderPage(hash, { first: { ...data, isMemoryOnly: true } });
    const sentence = screen.getByText(/connections and settings are kept only until you close it/);
    // It is read before the credentials are typed.
    expect(sentence.compareDocumentPosition(screen.getByLabelText('Service address'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  },
);

describe('all settings', () => {
  it('are in sections with links to them', () => {
    renderPage('#connection');
    expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
    const all = within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole('link');
    const links = all.filter((link) => link.getAttribute('href') !== '/history.html');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Connection',
      'Short links',
      'Music',
      'Shortcuts',
      'Data',
      'Connection doctor',
      'Permissions',
    ]);
    const targets = links.map((link) => document.getElementById(link.getAttribute('href')?.slice(1) ?? ''));
    for (const target of targets) expect(target?.querySelector('h2')).toBeTruthy();
  });

  const address = 'https://org.example/v3';
  it.each([
    { what: 'there is none', change: {}, isLost: false },
    { what: 'there was one', change: { wasConnected: true }, isLost: true },
    { what: 'there is one', change: { wasConnected: true, connections: [savedView] }, isLost: false },
    { what: 'it cannot be read', change: { wasConnected: true, connections: undefined }, isLost: false },
    {
      what: 'the organisation has set another service',
      change: { wasConnected: true, policy: policyViewOf({ serviceAddress: address }) },
      isLost: false,
    },
  ])('name a lost connection or not, where $what', ({ change, isLost }) => {
    renderPage('#connection', { first: { ...data, ...change } });
    const alert = screen.queryByText(/^The browser has lost your saved connection\./);
    expect(alert?.getAttribute('role')).toBe(isLost ? 'alert' : undefined);
  });

  it('count the active links of a connection again once a move has ended, also if its dialog is closed', async () => {
    const [to, from] = ['to', 'from'].map((id) => ({
      ...savedView,
      id,
      address: `https://${id}.example/v3`,
    }));
    if (!to || !from) return;
    let move: MoveState = { ...endedMove, isRunning: true, waiting: 2, created: 0 };
    renderPage('#connection', {
      first: { ...data, connections: [to, { ...from, activeLinks: 2 }] },
      change: {
        move: { readState: () => Promise.resolve(move) } as unknown as MoveActions,
        connection: { ...baseActions.connection, hasHostPermission: () => Promise.resolve(true) },
        readConnections: () => Promise.resolve([to, { ...from, activeLinks: 0 }]),
      },
    });
    expect(await screen.findByText('0 of 2 links')).toBeTruthy();
    expect(screen.getByText(/2 active links/)).toBeTruthy();
    move = endedMove;
    fireEvent(document, new Event('visibilitychange'));
    expect(await screen.findByText('2 links moved')).toBeTruthy();
    await expect.poll(() => screen.queryByText(/2 active links/)).toBeNull();
  });

  it('no longer name a lost connection once a service is connected', async () => {
    renderPage('#connection', { first: { ...data, wasConnected: true } });
    connect();
    expect(await screen.findByText('Connected.')).toBeTruthy();
    expect(screen.queryByText(/has lost your saved connection/)).toBeNull();
  });

  it('have no shortcuts on phones', () => {
    renderPage('#connection', { first: { ...data, shortcuts: null } });
    expect(screen.queryByRole('link', { name: 'Shortcuts' })).toBeNull();
  });

  it('have no music in Safari, where nothing can play it', () => {
    vi.stubEnv('SAFARI', '1');
    renderPage('#connection');
    vi.unstubAllEnvs();
    expect(screen.queryByRole('link', { name: 'Music' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Shortcuts' })).toBeTruthy();
  });

  it('follow a policy that changes', async () => {
    const next = { ...data, policy: policyViewOf({ serviceAddress: 'https://org.example/v3' }) };
    const { changeElsewhere } = renderPage('#connection', { next });
    changeElsewhere();
    expect(await screen.findByDisplayValue('https://org.example/v3')).toBeTruthy();
  });

  it('follow a connection that another page changes', async () => {
    const connection = { ...savedView, address: 'https://other.example/v3', secretId: 'other' };
    const { changeElsewhere } = renderPage('#connection', {
      first: { ...data, connections: [savedView] },
      next: { ...data, connections: [connection] },
    });
    press('Change');
    expect(await screen.findByDisplayValue('me')).toBeTruthy();
    changeElsewhere();
    expect(await screen.findByText('other.example/v3')).toBeTruthy();
    expect([fieldOf('Service address').value, fieldOf('SecretID').value]).toEqual([
      'https://other.example/v3',
      'other',
    ]);
  });

  it('follow another page that removes the connection', async () => {
    const { changeElsewhere } = renderPage('#connection', {
      first: { ...data, connections: [savedView] },
      next: data,
    });
    changeElsewhere();
    await expect.poll(() => screen.queryByText(/^Connected as/)).toBeNull();
    for (const name of ['Service address', 'SecretID', 'SecretKey']) expect(fieldOf(name).value).toBe('');
  });

  it('show at the connection what the last check found wrong', async () => {
    vi.spyOn(background, 'connections').mockResolvedValue([savedView]);
    vi.spyOn(background, 'loggedErrors').mockResolvedValue([]);
    renderPage('#diagnostics', {
      first: { ...data, connections: [savedView] },
      change: {
        connection: { ...baseActions.connection, hasHostPermission: () => Promise.resolve(true) },
      },
    });
    const connection = within(screen.getByRole('region', { name: 'Connection' }));
    expect(connection.getByText('Connected as me.')).toBeTruthy();
    press('Check the connection');
    expect(await connection.findByText('The browser does not let Waylark reach this service.')).toBeTruthy();
    expect(connection.queryByText('Connected as me.')).toBeNull();
  });

  it('leave what is typed if another page changes something else', async () => {
    const { changeElsewhere } = renderPage('#connection', {
      first: { ...data, connections: [savedView] },
      next: { ...data, connections: [{ ...savedView }], shortcuts: null },
    });
    press('Change');
    await screen.findByDisplayValue('me');
    fillIn({ SecretID: 'typed' });
    changeElsewhere();
    await expect.poll(() => screen.queryByRole('link', { name: 'Shortcuts' })).toBeNull();
    expect(fieldOf('SecretID').value).toBe('typed');
  });

  it('fill the form with the service of an imported file, and require the key', async () => {
    const saved = { address: 'https://a.example/v3', template: '' };
    const connecting = vi.fn(baseActions.connection.connect);
    renderPage('#connection', {
      change: {
        connection: { ...baseActions.connection, connect: connecting },
        data: (reload) => ({
          ...baseActions.data(reload),
          async importSettings() {
            await reload([saved]);
            return { ok: true, connections: [], areConnectionsIgnored: false, lacksNotifications: false };
          },
        }),
      },
    });
    const input = document.querySelector('input[type=file]') ?? document.body;
    fireEvent.change(input, { target: { files: [new File(['{}'], 'settings.json')] } });
    await expect.poll(() => fieldOf('Service address').value).toBe(saved.address);
    expect([fieldOf('SecretID').value, fieldOf('SecretKey').value]).toEqual(['', '']);
    fillIn({ SecretID: 'me' });
    press('Save and connect');
    expect(await screen.findByText('Enter the SecretKey of your account.')).toBeTruthy();
    expect(connecting).not.toHaveBeenCalled();
  });
});

describe('the first run', () => {
  it('is shown at its fragment with the focus in its first field, and the settings after it, with that on their title', async () => {
    renderPage('#first-run');
    expect(document.activeElement).toBe(fieldOf('Service address'));
    location.hash = '#connection';
    await expect.poll(focusedText).toBe('Settings');
    location.hash = '#first-run';
    await expect.poll(() => document.activeElement?.id).toBe('address');
  });

  it('goes on to the end without a service, and says what is missing', async () => {
    renderPage('#first-run');
    for (const [button, title] of [
      ['Skip', 'How your links are created'],
      ['Next', 'Quiet music on 404 pages'],
      ['Next', 'Waylark still needs a service'],
    ] as const) {
      press(button);
      await expect.poll(focusedText).toBe(title);
    }
  });

  it('folds the form once the service is connected, moves the focus to the next step and opens the popup', async () => {
    const openPopup = vi.fn();
    const connection = { ...baseActions.connection, hasHostPermission: () => Promise.resolve(true) };
    renderPage('#first-run', { change: { openPopup, connection } });
    const code = connectionCode({ address: savedView.address, secretId: 'me', secretKey: 'k' });
    fillIn({ 'Service address': code });
    await expect.poll(focusedText).toBe('Connect');
    press('Connect');
    expect(await screen.findByText('s.example/v3')).toBeTruthy();
    await expect.poll(() => screen.queryByRole('textbox')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }));
    expect(openPopup).toHaveBeenCalledOnce();

    // Connecting once more is no first contact, and leaves the focus beside the form.
    press('Change');
    fireEvent.click(await screen.findByRole('button', { name: 'Save and connect' }));
    await expect.poll(() => screen.queryByRole('textbox')).toBeNull();
    expect(focusedText()).toBe('Change');
    expect(openPopup).toHaveBeenCalledOnce();
  });

  it('announces a reset until another step is shown', async () => {
    renderPage('#first-run', { isReset: true });
    const isAnnounced = () =>
      screen.getAllByRole('status').some(({ textContent }) => textContent.includes('Waylark was reset'));
    expect(isAnnounced()).toBe(true);
    press('Skip');
    await expect.poll(isAnnounced).toBe(false);
  });
});
