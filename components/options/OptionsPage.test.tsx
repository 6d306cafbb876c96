import { act, fireEvent, render, screen, within } from '@testing-library/preact';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { connectionCode } from '../../lib/connection-code/contract.ts';
import { writeBackup } from '../../lib/settings/backup.ts';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { browser } from '../testing/browser.ts';
import { listedConnection } from '../testing/connections.ts';
import { codeOrAddress, fieldOf, fillIn, fillInAccount, press } from '../testing/dom.ts';
import { openOptionsWith } from '../testing/options.ts';
import { type ListedConnection, reload } from './options-state.ts';
import { OptionsPage } from './OptionsPage.tsx';

const savedView = listedConnection();

/** The background connects, and lists this connection then. */
const answerConnect = (view: ListedConnection = savedView) =>
  vi.spyOn(background, 'connect').mockImplementation(() => {
    vi.mocked(background.connections).mockResolvedValue([view]);
    return Promise.resolve({ ok: true, view });
  });

const connect = async (): Promise<void> => {
  await fillInAccount();
  press('Connect');
};

/** Opens the form of the connection. */
const edit = () => fireEvent.click(screen.getByText('Edit'));

/** Opens the page at this fragment; by default nothing is connected, and every service can be reached. */
const openPage = async (hash: string, test: Parameters<typeof openOptionsWith>[0] = {}) => {
  location.hash = hash;
  const { grant } = await openOptionsWith({ connections: [], origins: ['*://*/*'], ...test });
  render(<OptionsPage />);
  return { grant };
};

const pages = new BroadcastChannel('waylark-connection');

/** Another page of settings has changed the connections to these. */
const changeElsewhere = (connections: ListedConnection[]): void => {
  vi.mocked(background.connections).mockResolvedValue(connections);
  pages.postMessage(null);
};

const focusedText = (): string | undefined => document.activeElement?.textContent;

it.each(['#connection', '#first-run'])(
  'says that nothing outlasts the browser where it never remembers history (%s)',
  async (hash) => {
    browser.storage.session.values['memory-only'] = true;
    await openPage(hash);
    const sentence = screen.getByText(/connections and settings are kept only until you close it/);
    // It is read before the credentials are typed.
    expect(sentence.compareDocumentPosition(screen.getByLabelText(codeOrAddress))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  },
);

describe('all settings', () => {
  it('are in sections with links to them', async () => {
    await openPage('#connection');
    expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
    const all = within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole('link');
    const links = all.filter((link) => link.getAttribute('href') !== '/history.html');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Connection',
      'Short links',
      'Music',
      'Shortcuts',
      'Data',
      'Permissions',
    ]);
    const targets = links.map((link) => document.getElementById(link.getAttribute('href')?.slice(1) ?? ''));
    for (const target of targets) expect(target?.querySelector('h2')).toBeTruthy();
  });

  const address = 'https://org.example/v3';
  it.each<[string, boolean, { wasConnected?: true; isUnreadable?: true } & Parameters<typeof openPage>[1]]>([
    ['there is none', false, {}],
    ['there was one', true, { wasConnected: true }],
    ['there is one', false, { wasConnected: true, connections: [savedView] }],
    ['it cannot be read', false, { wasConnected: true, isUnreadable: true }],
    [
      'the organization has set another service',
      false,
      { wasConnected: true, managed: { serviceAddress: address } },
    ],
  ])(
    'name a lost connection or not, where %s',
    async (_, isLost, { wasConnected, isUnreadable, ...test }) => {
      const settings = { connections: wasConnected ? [testInfo()] : [] };
      await openPage('#connection', { settings, ...test });
      if (isUnreadable) {
        vi.mocked(background.connections).mockResolvedValue(undefined);
        await act(reload);
      }
      const alert = screen.queryByText(/^The browser has lost your saved connection\./);
      expect(alert?.getAttribute('role')).toBe(isLost ? 'alert' : undefined);
    },
  );

  it('no longer name a lost connection once a service is connected', async () => {
    answerConnect();
    await openPage('#connection', { settings: { connections: [testInfo()] } });
    await connect();
    expect(await screen.findByText('Connected.')).toBeTruthy();
    expect(screen.queryByText(/has lost your saved connection/)).toBeNull();
  });

  it('have no shortcuts on phones', async () => {
    const { commands } = browser;
    Reflect.deleteProperty(browser, 'commands');
    onTestFinished(() => {
      browser.commands = commands;
    });
    await openPage('#connection');
    expect(screen.queryByRole('link', { name: 'Shortcuts' })).toBeNull();
  });

  it('follow a policy that changes', async () => {
    await openPage('#connection');
    await browser.storage.managed.set({ serviceAddress: 'https://org.example/v3' });
    expect(await screen.findByDisplayValue('https://org.example/v3')).toBeTruthy();
  });

  it('follow a connection that another page changes', async () => {
    const connection = { ...savedView, address: 'https://other.example/v3', secretId: 'other' };
    await openPage('#connection', { connections: [savedView] });
    edit();
    expect(await screen.findByDisplayValue('me')).toBeTruthy();
    changeElsewhere([connection]);
    expect(await screen.findByText('other.example')).toBeTruthy();
    expect([fieldOf('Service address').value, fieldOf('SecretID').value]).toEqual([
      'https://other.example/v3',
      'other',
    ]);
  });

  it('follow another page that removes the connection', async () => {
    await openPage('#connection', { connections: [savedView] });
    changeElsewhere([]);
    await expect.poll(() => screen.queryByText(/^Connected as/)).toBeNull();
    expect(fieldOf(codeOrAddress).value).toBe('');
    expect(screen.queryByLabelText('SecretKey')).toBeNull();
  });

  it('leave what is typed if another page changes something else', async () => {
    await openPage('#connection', { connections: [savedView] });
    edit();
    await screen.findByDisplayValue('me');
    fillIn({ SecretID: 'typed' });
    await browser.storage.managed.set({ musicOff: 'yes' });
    expect(await screen.findByText(/musicOff must be true or false/)).toBeTruthy();
    expect(fieldOf('SecretID').value).toBe('typed');
  });

  it('fill the form with the service of an imported file, and require the key', async () => {
    const saved = { name: '', hue: 1, address: 'https://a.example/v3', template: '' } as const;
    const connecting = answerConnect();
    await openPage('#connection');
    const content = writeBackup({ settings: {}, connections: [saved] });
    const input = document.querySelector('input[type=file]') ?? document.body;
    fireEvent.change(input, { target: { files: [new File([content], 'settings.json')] } });
    await expect.poll(() => fieldOf(codeOrAddress).value).toBe(saved.address);
    expect([fieldOf('SecretID').value, fieldOf('SecretKey').value]).toEqual(['', '']);
    fillIn({ SecretID: 'me' });
    press('Connect');
    expect(await screen.findByText('Enter the SecretKey of your account.')).toBeTruthy();
    expect(connecting).not.toHaveBeenCalled();
  });
});

describe('the first run', () => {
  it('is shown at its fragment with the focus in its first field, and the settings after it, with that on their title', async () => {
    await openPage('#first-run');
    expect(document.activeElement).toBe(fieldOf(codeOrAddress));
    location.hash = '#connection';
    await expect.poll(focusedText).toBe('Settings');
    location.hash = '#first-run';
    await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('address');
  });

  it('asks for nothing but a code or an address, then for the account, and has no advanced fields', async () => {
    await openPage('#first-run');
    expect(screen.getByText('No account? Try it on this computer')).toBeTruthy();
    await fillInAccount();
    expect(screen.queryByText('No account? Try it on this computer')).toBeNull();
    expect(screen.getAllByRole('textbox')).toHaveLength(2);
    expect(screen.queryByText('Advanced')).toBeNull();
  });

  it('goes on to the end without a service, and says what is missing', async () => {
    await openPage('#first-run');
    press('Connect later');
    await expect.poll(focusedText).toBe('Almost ready');
  });

  it('goes on to the end once the service is connected', async () => {
    answerConnect();
    await openPage('#first-run');
    const code = connectionCode({ address: savedView.address, secretId: 'me', secretKey: 'k' });
    fillIn({ [codeOrAddress]: code });
    await expect.poll(focusedText).toBe('Connect');
    press('Connect');
    await expect.poll(focusedText).toBe('Ready');
    expect(screen.queryByRole('textbox')).toBeNull();

    // Connecting once more leaves the focus beside the form.
    location.hash = '#connection';
    fireEvent.click(await screen.findByText('Edit'));
    fireEvent.click(await screen.findByRole('button', { name: 'Save and connect' }));
    await expect.poll(() => screen.queryByRole('textbox')).toBeNull();
    expect(focusedText()).toBe('Edit');
  });

  it('announces a reset until another step is shown', async () => {
    history.replaceState({ isReset: true }, '');
    await openPage('#first-run');
    const isAnnounced = () =>
      screen.getAllByRole('status').some(({ textContent }) => textContent.includes('Waylark was reset'));
    expect(isAnnounced()).toBe(true);
    press('Connect later');
    await expect.poll(isAnnounced).toBe(false);
  });
});
