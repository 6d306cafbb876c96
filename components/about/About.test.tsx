import { fireEvent, render, screen, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { GrantedPermission, GrantedPermissions, RevokeResult } from '../../lib/browser/contract.ts';
import { setLanguage } from '../testing/language.ts';
import { About } from './About.tsx';

const service: GrantedPermission = { kind: 'service', id: 'https://s.example/*' };
const allSites: GrantedPermission = { kind: 'all-sites', id: '*://*/*' };
const notifications: GrantedPermission = { kind: 'notifications', id: 'notifications' };
const tabs: GrantedPermission = { kind: 'tabs', id: 'tabs' };

/** Renders the section; what is revoked is no longer granted unless the result says so. */
const renderAbout = (optional: GrantedPermission[], results: RevokeResult[] = []) => {
  let permissions: GrantedPermissions = { required: ['storage', 'alarms', 'unknown'], optional };
  const listeners: (() => void)[] = [];
  const grant = (next: GrantedPermission[]): void => {
    permissions = { ...permissions, optional: next };
    for (const changed of listeners) changed();
  };
  const revoke = vi.fn((permission: GrantedPermission) => {
    const result = results.shift() ?? 'revoked';
    if (result !== 'not-revoked') grant(permissions.optional.filter(({ id }) => id !== permission.id));
    return Promise.resolve(result);
  });
  const actions = {
    revoke,
    readPermissions: () => Promise.resolve(permissions),
    onPermissionChange: (changed: () => void) => void listeners.push(changed),
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

const granted = (name = 'Granted by you') => within(screen.getByRole('group', { name }));
const rowNames = (): (string | undefined)[] =>
  granted()
    .queryAllByRole('listitem')
    .map((row) => row.querySelector('h4')?.textContent);

it.each([
  {
    language: 'en',
    title: 'Permissions',
    version: /^Waylark 1\.2\.3,/,
    privacy: 'Privacy',
    given: 'Granted by you',
    required: 'Always granted, without a warning',
    revoke: 'Revoke: All sites',
  },
  {
    language: 'zh_CN',
    title: '权限',
    version: /Waylark 1\.2\.3/,
    privacy: '隐私说明',
    given: '已授予的权限',
    required: '始终授予，无需提示',
    revoke: '撤销授权：所有网站',
  },
] as const)('shows version, privacy and each permission with its reason, in $language', (texts) => {
  setLanguage(texts.language);
  renderAbout([allSites]);
  const section = within(screen.getByRole('region', { name: texts.title }));
  expect(section.getByText(texts.version)).toBeTruthy();
  expect(within(section.getByRole('list', { name: texts.privacy })).getAllByRole('listitem')).toHaveLength(5);
  expect(section.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '#first-run',
    '/third-party.txt',
  ]);
  // An unknown permission has no text, and is left out.
  const required = within(section.getByRole('list', { name: texts.required })).getAllByRole('listitem');
  expect(required.map((row) => row.querySelectorAll('h4, .note').length)).toEqual([2, 2]);
  expect(granted(texts.given).getByRole('button', { name: texts.revoke })).toBeTruthy();
});

describe('a permission that is revoked', () => {
  it.for<[string, GrantedPermission, RevokeResult, string]>([
    ['All sites', allSites, 'revoked', 'No music is offered on missing pages'],
    ['Notifications', notifications, 'revoked', 'no reminders before links expire'],
    ['Addresses of tabs', tabs, 'revoked', 'asked again when you shorten many tabs'],
    ['https://s.example', service, 'revoked', 'cannot create links until you press Save and connect'],
    ['https://s.example', service, 'still-reached', 'still be reached through the access to all sites'],
  ])(
    '(%s) keeps its row with what changes, which gets the focus',
    async ([name, permission, result, sentence]) => {
      const { revoke } = renderAbout([permission], [result]);
      fireEvent.click(granted().getByRole('button', { name: `Revoke: ${name}` }));
      expect(revoke).toHaveBeenCalledExactlyOnceWith(permission);
      const outcome = await screen.findByText(new RegExp(sentence));
      expect(document.activeElement).toBe(outcome);
      expect(rowNames()).toEqual([name]);
      expect(granted().queryByRole('button')).toBeNull();
    },
  );

  it('keeps its button if the browser does not revoke it, and says so', async () => {
    renderAbout([service], ['not-revoked']);
    fireEvent.click(granted().getByRole('button'));
    const sentence = await screen.findByText(/The browser does not let Waylark revoke this/);
    expect(document.activeElement).toBe(sentence);
    expect(granted().getByRole('button', { name: 'Revoke: https://s.example' })).toBeTruthy();
  });

  it('gets its button back when it is granted again', async () => {
    const { grant } = renderAbout([service]);
    fireEvent.click(granted().getByRole('button'));
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
