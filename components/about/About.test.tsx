import { render, screen, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { GrantedPermission, GrantedPermissions, RevokeResult } from '../../lib/browser/types.ts';
import { changeFeed, press } from '../testing/dom.ts';
import { About } from './About.tsx';

const service: GrantedPermission = { kind: 'service', id: 'https://s.example/*' };
const allSites: GrantedPermission = { kind: 'all-sites', id: '*://*/*' };
const tabs: GrantedPermission = { kind: 'tabs', id: 'tabs' };

/** Renders the section; what is revoked is no longer granted unless the result says so. */
const renderAbout = (optional: GrantedPermission[], results: RevokeResult[] = []) => {
  let permissions: GrantedPermissions = { required: ['storage', 'alarms', 'unknown'], optional };
  const accessChanges = changeFeed();
  const grant = (next: GrantedPermission[]): void => {
    permissions = { ...permissions, optional: next };
    accessChanges.report();
  };
  const revoke = vi.fn((permission: GrantedPermission) => {
    const result = results.shift() ?? 'revoked';
    if (result !== 'not-revoked') grant(permissions.optional.filter(({ id }) => id !== permission.id));
    return Promise.resolve(result);
  });
  const actions = {
    revoke,
    readPermissions: () => Promise.resolve(permissions),
    onPermissionChange: accessChanges.subscribe,
  };
  const about = (connected: string | null) => (
    <About view={{ version: '1.2.3', permissions }} actions={actions} service={connected} />
  );
  const { rerender } = render(about(null));
  /** The page has connected to another service: what a permission is for may be another thing now. */
  const connect = (address: string, next: GrantedPermission[]): void => {
    permissions = { ...permissions, optional: next };
    rerender(about(address));
  };
  return { revoke, grant, connect };
};

const granted = () => within(screen.getByRole('group', { name: 'Granted by you' }));
const rowNames = (): (string | undefined)[] =>
  granted()
    .queryAllByRole('listitem')
    .map((row) => row.querySelector('h4')?.textContent);

it('shows version, privacy and each permission with its reason', () => {
  renderAbout([allSites]);
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
  expect(required.map((row) => row.querySelectorAll('h4, p').length)).toEqual([2, 2]);
  expect(granted().getByRole('button', { name: 'Revoke: All sites' })).toBeTruthy();
});

describe('a permission that is revoked', () => {
  it.for<[string, GrantedPermission, RevokeResult, string]>([
    ['All sites', allSites, 'revoked', 'No music is offered on 404 pages'],
    ['https://s.example', service, 'revoked', 'cannot create links until you press Save and connect'],
    ['https://s.example', service, 'still-reached', 'still be reached through the access to all sites'],
  ])(
    '(%s) keeps its row with what changes, which gets the focus',
    async ([name, permission, result, sentence]) => {
      const { revoke } = renderAbout([permission], [result]);
      press(`Revoke: ${name}`);
      expect(revoke).toHaveBeenCalledExactlyOnceWith(permission);
      const outcome = await screen.findByText(new RegExp(sentence));
      expect(document.activeElement).toBe(outcome);
      expect(rowNames()).toEqual([name]);
      expect(granted().queryByRole('button')).toBeNull();
    },
  );

  it('keeps its button if the browser does not revoke it, and says so', async () => {
    renderAbout([service], ['not-revoked']);
    press(/^Revoke/);
    const sentence = await screen.findByText(/The browser does not let Waylark revoke this/);
    expect(document.activeElement).toBe(sentence);
    expect(granted().getByRole('button', { name: 'Revoke: https://s.example' })).toBeTruthy();
  });

  it('gets its button back when it is granted again', async () => {
    const { grant } = renderAbout([service]);
    press(/^Revoke/);
    await expect.poll(() => granted().queryByRole('button')).toBeNull();
    grant([service]);
    await expect.poll(() => granted().queryByRole('button')).not.toBeNull();
    expect(rowNames()).toEqual(['https://s.example']);
  });
});

describe('the list', () => {
  it('says that a site is the service once it is connected', async () => {
    const { grant, connect } = renderAbout([]);
    grant([{ kind: 'site', id: service.id }]);
    expect(await screen.findByText(/A service that you connected before/)).toBeTruthy();
    connect('https://s.example/v3', [service]);
    await expect.poll(() => screen.queryByText(/A service that you connected before/)).toBeNull();
    expect(rowNames()).toEqual(['https://s.example']);
    expect(screen.getByText(/^To create links/)).toBeTruthy();
  });

  it('says that there is none, and follows what is granted and removed elsewhere', async () => {
    const { grant } = renderAbout([]);
    expect(screen.getByText('You have not granted any permissions.')).toBeTruthy();
    grant([service, tabs]);
    await expect.poll(rowNames).toEqual(['https://s.example', 'Addresses of tabs']);
    grant([tabs]);
    await expect.poll(rowNames).toEqual(['Addresses of tabs']);
  });

  it('takes the focus when its row with the focus disappears', async () => {
    const { grant } = renderAbout([service, tabs]);
    const button = granted().getByRole('button', { name: 'Revoke: https://s.example' });
    button.focus();
    grant([tabs]);
    await expect.poll(() => document.activeElement?.textContent).toBe('Granted by you');
  });
});
