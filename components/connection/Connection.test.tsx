import { act, createEvent, fireEvent, render, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { defaultAdvanced } from '../../lib/api/contract.ts';
import { background } from '../../lib/background.ts';
import { connectionCode } from '../../lib/connection-code/contract.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { ConnectResult } from '../../lib/connection/connect.ts';
import type { ManagedPolicy } from '../../lib/settings/policy.ts';
import { faulty, listed, type ListedConnection, openForm } from '../options/options-state.ts';
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

const savedView = listedConnection();

interface ConnectionTest {
  view?: ListedConnection;
  isUnreadable?: boolean;
  managed?: ManagedPolicy;
  isGranted?: boolean;
  /** Whether services can be reached before access is requested. */
  isReachable?: boolean;
  result?: ConnectResult | undefined | Promise<ConnectResult>;
}

/** Renders the section. The browser grants access and the background connects, unless the test says otherwise. */
const renderConnection = async ({
  view,
  isUnreadable = false,
  managed = {},
  isGranted = true,
  isReachable = true,
  ...test
}: ConnectionTest = {}) => {
  const allSites = ['*://*/*'];
  const { grant } = await openOptionsWith({
    managed,
    connections: view ? [view] : [],
    isWilling: isGranted,
    origins: isReachable ? allSites : [],
  });
  if (isUnreadable) listed.value = undefined;
  const result = 'result' in test ? test.result : { ok: true as const, view: savedView };
  const connect = vi.spyOn(background, 'connect').mockImplementation(async () => {
    const answer = await result;
    if (answer?.ok) vi.mocked(background.connections).mockResolvedValue([{ ...savedView, ...answer.view }]);
    return answer;
  });
  const { container } = render(<Connection />);
  const setReachable = (value: boolean): void => grant({ origins: value ? allSites : [] });
  return { connect, container, setReachable, grant };
};

/** The permissions that were requested of the browser. */
const requested = (): unknown[] => browser.permissions.request.mock.calls.map(([what]) => what);

const submit = () => press(/^(Connect|Save and connect)$/);

/** Opens the form of the connected service. */
const change = async () => {
  press('Edit');
  await screen.findByRole('textbox', { name: 'Service address' });
};

const detailsOf = (name: string): HTMLDetailsElement | null => fieldOf(name).closest('details');

it('connects with what is typed, and never shows the key again', async () => {
  const { promise, resolve } = Promise.withResolvers<ConnectResult>();
  const { connect, container } = await renderConnection({ result: promise });
  await fillInAccount({ address: ' s.example ' });
  expect(fieldOf('SecretKey').type).toBe('password');
  // Whatever happens to the handler, the browser puts no field into an address.
  expect(fieldOf('SecretKey').form?.getAttribute('method')).toBe('dialog');

  fieldOf('SecretKey').focus();
  const button = submit();
  // Requested inside the click: browsers grant it only there.
  expect(requested()).toEqual([{ origins: ['https://s.example/*'] }]);
  await expect.poll(said).toBe('Connecting…');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(fieldOf(codeOrAddress).value).toBe('https://s.example/v3');
  fireEvent.click(button);

  resolve({ ok: true, view: savedView });
  await expect.poll(said).toBe('Connected.');
  expect(connect.mock.calls).toEqual([
    [{ address: 'https://s.example/v3', secretId: 'me', secretKey: 'k:ey', template: '' }],
  ]);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(new XMLSerializer().serializeToString(container)).not.toContain('k:ey');
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }));
  await change();
  const key = fieldOf('SecretKey');
  expect([key.value, key.placeholder]).toEqual(['', 'Unchanged. Type to replace it.']);
});

describe('a connected service', () => {
  it('is one row, whose button shows the form', async () => {
    await renderConnection({ view: savedView });
    expect(screen.getByText('s.example')).toBeTruthy();
    expect(screen.getByText('Connected as me')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    await change();
    expect(document.activeElement).toBe(fieldOf('Service address'));
    fillIn({ SecretID: 'another' });
    press('Cancel');
    await expect.poll(() => screen.queryByRole('textbox')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }));
    await change();
    expect(fieldOf('SecretID').value).toBe('me');
  });

  it('has no tick and is not said to be connected while the doctor shows what is wrong with it', async () => {
    const { container } = await renderConnection({ view: savedView });
    const sign = () => container.querySelector('[role=group] .icon')?.classList[1];
    expect(sign()).toBe('icon-check');
    void act(() => {
      faulty.value = listed.value?.[0] ?? null;
    });
    expect(sign()).toBe('icon-link');
    expect(screen.queryByText(/Connected/)).toBeNull();
    expect(screen.getByText('SecretID me')).toBeTruthy();
    faulty.value = null;
  });

  it('is the one that is connected now, whose access counts', async () => {
    const next = { ...savedView, address: 'https://other.example/v3' };
    const { grant } = await renderConnection({ view: savedView, result: { ok: true, view: next } });
    await change();
    submit();
    expect(await screen.findByText('other.example')).toBeTruthy();
    grant({ origins: ['https://s.example/*'] });
    expect(await screen.findByText(/does not let Waylark reach this service/)).toBeTruthy();
  });

  it('says that it stays when a change of it fails', async () => {
    await renderConnection({
      view: savedView,
      result: { ok: false, failure: { reason: 'credentials-rejected', hadEffect: 'no' } },
    });
    await change();
    submit();
    expect(await screen.findByText('Still connected as me. Nothing was changed.')).toBeTruthy();
  });
});

describe('announces in an alert', () => {
  it('that access was refused, and sends nothing', async () => {
    const { connect } = await renderConnection({ isGranted: false });
    await fillInAccount();
    submit();
    expect((await screen.findByRole('alert')).textContent).toContain('cannot reach https://s.example/v3');
    expect(connect).not.toHaveBeenCalled();
  });

  const failed = (failure: Failure): ConnectResult => ({ ok: false, failure });
  it.each<[string, ConnectResult | undefined, string]>([
    [
      'rejected credentials',
      failed({ reason: 'credentials-rejected', hadEffect: 'no' }),
      'Check SecretID and SecretKey',
    ],
    [
      'a redirect, which is no silence',
      failed({ reason: 'redirected', hadEffect: 'no', service: 'https://s.example/v3' }),
      's.example redirected Waylark to another address',
    ],
    ['a background without an answer', undefined, 'Open this page again to see'],
  ])('%s, and leaves what was typed', async (what, result, sentence) => {
    await renderConnection({ result });
    await fillInAccount();
    submit();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(sentence);
    // Above the fields that most people never change.
    const after = alert.compareDocumentPosition(screen.getByText('Advanced'));
    expect(after).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(fieldOf('SecretKey').value).toBe('k:ey');
    const isRejected = String(what === 'rejected credentials');
    for (const name of ['SecretID', 'SecretKey'])
      expect(fieldOf(name).getAttribute('aria-invalid')).toBe(isRejected);
  });

  it('that the saved connection cannot be read', async () => {
    await renderConnection({ isUnreadable: true });
    expect(screen.getByRole('alert').textContent).toContain('could not be read');
  });
});

describe('if a key is saved', () => {
  it('shows the form with the focus in the key where another key is wanted', async () => {
    await renderConnection({ view: savedView });
    void act(() => openForm(savedView.id, '[name=secretKey]'));
    await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('secretKey');
  });

  it('sends no key unless one is typed', async () => {
    const { connect } = await renderConnection({ view: savedView });
    await change();
    fillIn({ SecretKey: 'typed by mistake' });
    await expect.poll(() => fieldOf('SecretKey').value).not.toBe('');
    fillIn({ SecretKey: '' });
    submit();
    await expect.poll(said).toBe('Connected.');
    expect(connect.mock.lastCall?.[0].secretKey).toBeNull();
  });

  it('asks for the key again at its field if it belongs to another account', async () => {
    await renderConnection({
      view: savedView,
      result: { ok: false, problem: { field: 'secretKey', problem: 'enter-again' } },
    });
    await change();
    fillIn({ SecretID: 'another' });
    submit();
    const key = await screen.findByLabelText('SecretKey', { selector: 'input' });
    await expect.poll(() => document.activeElement).toBe(key);
    expect(descriptionOf(key)).toContain('Enter the SecretKey again');
    expect(alerts()).toBe(descriptionOf(key));
  });
});

describe('a field that cannot be used', () => {
  it.each([
    [codeOrAddress, 'https://me:secret@s.example/v3', 'Remove the user name and password'],
    ['SecretID', 'my id', 'Remove the space in SecretID.'],
    ['SecretKey', '钥匙', 'only letters, digits and symbols'],
    ['Short link address', 'https://s.example/', 'Put {linkID}'],
    ['Get token', 'token', 'A path begins with /'],
  ])('%s: %s gets the focus and its problem, and nothing is sent', async (name, value, sentence) => {
    const { connect } = await renderConnection();
    await fillInAccount();
    fillIn({ [name]: value });
    const details = detailsOf(name);
    if (details) details.open = false;
    submit();
    await expect.poll(() => fieldOf(name).getAttribute('aria-invalid')).toBe('true');
    const field = fieldOf(name);
    expect(document.activeElement).toBe(field);
    expect(descriptionOf(field)).toContain(sentence);
    expect(screen.getByRole('alert').textContent).toBe(descriptionOf(field));
    expect(detailsOf(name)?.open ?? true).toBe(true);
    expect([requested(), connect.mock.calls]).toEqual([[], []]);

    fillIn({ [name]: 'x' });
    await expect.poll(() => fieldOf(name).getAttribute('aria-invalid')).toBe('false');
  });

  it('is the only one of a new connection until an address is typed', async () => {
    await renderConnection();
    expect(screen.getAllByRole('textbox')).toEqual([fieldOf(codeOrAddress)]);
    submit();
    expect((await screen.findByRole('alert')).textContent).toContain('Enter a connection code');
    expect(document.activeElement).toBe(fieldOf(codeOrAddress));
  });
});

it('the defaults stand in the advanced fields as their placeholders, also the path after the address', async () => {
  const { connect } = await renderConnection();
  await fillInAccount({ address: 's.example/v3.1' });
  await expect.poll(() => fieldOf('API path').placeholder).toBe('/v3.1');
  expect(detailsOf('API path')?.open).toBe(false);
  expect(fieldOf('Short link address').placeholder).toBe('https://s.example/{linkID}');
  expect(fieldOf('Create link').placeholder).toBe('/short_link/add');
  expect(detailsOf('Create link')).toBe(detailsOf('API path'));
  expect(detailsOf('API path')?.parentElement?.closest('details')).toBe(detailsOf('Short link address'));
  fillIn({ 'API path': 'v4' });
  submit();
  await expect.poll(() => connect.mock.lastCall?.[0].address).toBe('https://s.example/v4');
});

describe('the advanced fields', () => {
  it('are open if one is set, and are sent as they are changed', async () => {
    const advanced = { paths: { ...defaultAdvanced.paths, token: '/auth' }, credentials: 'basic' as const };
    const { connect } = await renderConnection({ view: { ...savedView, advanced } });
    await change();
    expect(detailsOf('Get token')?.open).toBe(true);
    const style = screen.getByRole('combobox', { name: 'How credentials are sent' });
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Detect automatically',
      'SecretID and SecretKey headers',
      'Basic authorization (base64)',
      'Basic authorization (plain)',
    ]);
    expect((style as HTMLSelectElement).value).toBe('basic');
    fireEvent.change(style, { target: { value: 'basic-plain' } });
    fillIn({ 'Get token': ' /login ' });
    submit();
    const sent = { paths: { ...defaultAdvanced.paths, token: '/login' }, credentials: 'basic-plain' };
    await expect.poll(() => connect.mock.calls[0]?.[0].advanced).toEqual(sent);
  });
});

it('fields that the organization sets can be read, not typed into, and are sent', async () => {
  const { connect } = await renderConnection({
    managed: { serviceAddress: 'https://org.example/v3', credentialStyle: 'basic', timePath: '/clock' },
  });
  for (const [name, value] of [
    ['Service address', 'https://org.example/v3'],
    ['Current time', '/clock'],
    ['How credentials are sent', 'Basic authorization (base64)'],
  ] as const) {
    const field = fieldOf(name);
    expect([field.readOnly, field.value]).toEqual([true, value]);
    expect(descriptionOf(field)).toBe('Set by your organization');
  }
  fillIn({ SecretID: 'me', SecretKey: 'key' });
  submit();
  const advanced = { paths: { ...defaultAdvanced.paths, time: '/clock' }, credentials: 'basic' };
  await expect
    .poll(() => connect.mock.calls[0]?.[0])
    .toMatchObject({ address: 'https://org.example/v3', advanced });
});

describe('a connection code', () => {
  const parts = { address: 'https://team.example/v3', secretId: 'aB3dE6gH9k', secretKey: 'k'.repeat(43) };
  const code = connectionCode(parts);

  /** Pastes as a browser does: its text is put into the field unless the page prevents that. */
  const paste = (name: string, text: string): void => {
    const field = fieldOf(name);
    const event = createEvent.paste(field, { clipboardData: { getData: () => text } });
    fireEvent(field, event);
    if (!event.defaultPrevented) fireEvent.input(field, { target: { value: text } });
  };

  const row = () => screen.queryByText(`as ${parts.secretId}`)?.parentElement?.textContent;
  const edit = async () => {
    press('Edit');
    await screen.findByLabelText('SecretID');
  };

  it.each([codeOrAddress, 'SecretID', 'SecretKey', 'API path', 'Short link address', 'Get token'])(
    'pasted into %s leaves one row with the focus on the button, and is nowhere afterwards',
    async (name) => {
      const { container, connect } = await renderConnection({ isReachable: false });
      if (name !== codeOrAddress) await fillInAccount();
      paste(name, `${code}\n`);
      await expect.poll(said).toBe('The connection code was read.');
      expect(row()).toBe(`team.example as ${parts.secretId}`);
      expect(screen.queryByRole('textbox')).toBeNull();
      expect(document.activeElement?.textContent).toBe('Connect');
      await screen.findByText('Your browser will ask you to allow this address.');
      const page = new XMLSerializer().serializeToString(container);
      for (const secret of [code.slice(10), parts.secretKey]) expect(page).not.toContain(secret);
      submit();
      await expect.poll(said).toBe('Connected.');
      expect(connect.mock.calls).toEqual([[{ ...parts, template: '' }]]);
    },
  );

  it('announces no prompt of the browser if the access is granted already', async () => {
    await renderConnection();
    paste(codeOrAddress, code);
    await expect.poll(row).toBeTruthy();
    expect(screen.queryByText(/will ask you/)).toBeNull();
  });

  it('that is dropped or typed can be edited, all but its key, which goes nowhere else', async () => {
    const { connect } = await renderConnection();
    fillIn({ [codeOrAddress]: code });
    await expect.poll(row).toBeTruthy();
    await edit();
    const values = [codeOrAddress, 'SecretID', 'SecretKey'].map((name) => fieldOf(name).value);
    expect(values).toEqual([parts.address, parts.secretId, '']);
    expect(document.activeElement).toBe(fieldOf(codeOrAddress));
    fillIn({ SecretID: 'another' });
    submit();
    expect((await screen.findByRole('alert')).textContent).toBe('Enter the SecretKey of your account.');
    fillIn({ SecretID: parts.secretId });
    submit();
    await expect.poll(() => connect.mock.calls[0]?.[0]).toMatchObject(parts);
  });

  it('shows the fields again if one of them is wrong', async () => {
    await renderConnection();
    paste(codeOrAddress, connectionCode({ ...parts, address: 'http://team.example' }));
    await expect.poll(row).toBeTruthy();
    submit();
    const field = await screen.findByRole('textbox', { name: codeOrAddress });
    await expect.poll(() => document.activeElement).toBe(field);
    expect(descriptionOf(field)).toContain('Use https://');
  });

  it('of another service leaves nothing of the former one', async () => {
    const { connect } = await renderConnection({ view: { ...savedView, template: 'https://s.ee/{linkID}' } });
    await change();
    paste('Service address', code);
    await expect.poll(row).toBeTruthy();
    submit();
    await expect.poll(() => connect.mock.calls[0]?.[0]).toMatchObject({ ...parts, template: '' });
  });

  it.each([
    ['is cut', code.slice(0, -9), 'incomplete or damaged'],
    ['is of a newer version', code.replace(':1:', ':2:'), 'newer version of Waylark'],
  ])('that %s stays in its field with a sentence, also when the form is sent', async (_, text, sentence) => {
    await renderConnection();
    await fillInAccount();
    paste('SecretID', text);
    await expect.poll(() => fieldOf('SecretID').getAttribute('aria-invalid')).toBe('true');
    const field = fieldOf('SecretID');
    const expectSentence = () => {
      expect(screen.getByRole('alert').textContent).toBe(descriptionOf(field));
      expect([field.value, descriptionOf(field)]).toEqual([text, expect.stringContaining(sentence)]);
    };
    expectSentence();
    submit();
    await expect.poll(() => document.activeElement).toBe(field);
    expectSentence();
    fieldOf('SecretKey').focus();
    fillIn({ SecretKey: 'k' });
    await expect.poll(() => fieldOf('SecretKey').value).toBe('k');
    expect([descriptionOf(field), document.activeElement]).toEqual([
      expect.stringContaining(sentence),
      fieldOf('SecretKey'),
    ]);
    expect(requested()).toEqual([]);

    paste('SecretID', code);
    await expect.poll(() => screen.queryByRole('alert')).toBeNull();
    expect(row()).toBeTruthy();
  });

  it('cannot replace what the organization sets', async () => {
    await renderConnection({ managed: { serviceAddress: 'https://org.example/v3' } });
    paste('SecretID', code);
    await expect.poll(() => fieldOf('SecretID').getAttribute('aria-invalid')).toBe('true');
    expect(descriptionOf(fieldOf('SecretID'))).toContain('your organization');
    expect(fieldOf('SecretKey').value).toBe('');
  });
});
