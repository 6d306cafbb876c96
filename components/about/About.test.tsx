import { render, screen, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { readConnections } from '../options/options-state.ts';
import { browser } from '../testing/browser.ts';
import { listedConnection } from '../testing/connections.ts';
import { press } from '../testing/dom.ts';
import { openOptionsWith } from '../testing/options.ts';
import { About } from './About.tsx';

const service = 'https://s.example/*';
const allSites = '*://*/*';

/** Opens the settings, connected to `s.example` unless the test says otherwise, and shows the section. */
const openAbout = async (test: Parameters<typeof openOptionsWith>[0]) => {
  const required = ['storage', 'alarms', 'unknown'];
  vi.spyOn(browser.runtime, 'getManifest').mockReturnValue({
    version: '1.2.3',
    permissions: required,
  } as never);
  const opened = await openOptionsWith(test);
  render(<About />);
  return opened;
};

const granted = () => within(screen.getByRole('group', { name: 'Granted by you' }));
const rowNames = (): (string | undefined)[] =>
  granted()
    .queryAllByRole('listitem')
    .map((row) => row.querySelector('h4')?.textContent);

it('shows version, privacy and each permission with its reason', async () => {
  await openAbout({ origins: [allSites] });
  const section = within(screen.getByRole('region', { name: 'Permissions' }));
  expect(section.getByText(/^Waylark 1\.2\.3,/)).toBeTruthy();
  expect(within(section.getByRole('list', { name: 'Privacy' })).getAllByRole('listitem')).toHaveLength(5);
  expect(section.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/third-party.txt',
    '#first-run',
  ]);
  // An unknown permission has no text, and is left out.
  const required = within(section.getByRole('list', { name: 'Granted at installation' })).getAllByRole(
    'listitem',
  );
  expect(required.map(({ textContent }) => textContent)).toEqual([
    'Storage, for your settings and newest links',
    'Timers, for reminders and long lists',
  ]);
  expect(granted().getByRole('button', { name: 'Revoke: All sites' })).toBeTruthy();
});

describe('a permission that is revoked', () => {
  it.for<[string, string[], string, string[]]>([
    ['All sites', [allSites, service], 'No music is offered on 404 pages', ['s.example']],
    ['s.example', [service], 'cannot create links until you press Allow access', []],
    ['s.example', [allSites, service], 'still be reached through the access to all sites', ['All sites']],
  ])(
    '(%s of %j) keeps its row with what changes, which gets the focus',
    async ([name, origins, sentence, others]) => {
      await openAbout({ origins });
      const before = rowNames();
      press(`Revoke: ${name}`);
      const outcome = await screen.findByText(new RegExp(sentence));
      await expect.poll(() => document.activeElement).toBe(outcome);
      expect(rowNames()).toEqual(before);
      const buttons = granted().queryAllByRole('button');
      expect(buttons.map((button) => button.ariaLabel)).toEqual(others.map((other) => `Revoke: ${other}`));
    },
  );

  it('keeps its button if the browser does not revoke it, and says so', async () => {
    await openAbout({ origins: [service], isWilling: false });
    press(/^Revoke/);
    const sentence = await screen.findByText(/The browser does not let Waylark revoke this/);
    await expect.poll(() => document.activeElement).toBe(sentence);
    expect(granted().getByRole('button', { name: 'Revoke: s.example' })).toBeTruthy();
  });

  it('gets its button back when it is granted again', async () => {
    const { grant } = await openAbout({ origins: [service] });
    press(/^Revoke/);
    await expect.poll(() => granted().queryByRole('button')).toBeNull();
    grant({ origins: [service] });
    await expect.poll(() => granted().queryByRole('button')).not.toBeNull();
    expect(rowNames()).toEqual(['s.example']);
  });
});

describe('the list', () => {
  it('says that a site is the service once it is connected', async () => {
    const { grant } = await openAbout({ connections: [] });
    grant({ origins: [service] });
    expect(await screen.findByText(/A service that you connected before/)).toBeTruthy();
    vi.mocked(background.connections).mockResolvedValue([listedConnection()]);
    void readConnections();
    await expect.poll(() => screen.queryByText(/A service that you connected before/)).toBeNull();
    expect(rowNames()).toEqual(['s.example']);
    expect(screen.getByText(/^To create links/)).toBeTruthy();
  });

  it('says that there is none, and follows what is granted and removed elsewhere', async () => {
    const { grant } = await openAbout({});
    expect(screen.getByText('You have not granted any permissions.')).toBeTruthy();
    grant({ origins: [service], permissions: ['tabs'] });
    await expect.poll(rowNames).toEqual(['s.example', 'Addresses of tabs']);
    grant({ permissions: ['tabs'] });
    await expect.poll(rowNames).toEqual(['Addresses of tabs']);
  });

  it('takes the focus when its row with the focus disappears', async () => {
    const { grant } = await openAbout({ origins: [service], permissions: ['tabs'] });
    const button = granted().getByRole('button', { name: 'Revoke: s.example' });
    button.focus();
    grant({ permissions: ['tabs'] });
    await expect.poll(() => document.activeElement?.textContent).toBe('Granted by you');
  });
});
