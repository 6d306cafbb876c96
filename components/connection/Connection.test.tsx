import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { ConnectResult } from '../../lib/connection/connect.ts';
import { deferred } from '../testing/deferred.ts';
import { descriptionOf } from '../testing/description-of.ts';
import { setLanguage } from '../testing/language.ts';
import {
  fieldOf,
  fillIn,
  renderConnection,
  savedView,
  submit,
  typed,
} from '../testing/render-connection.tsx';

it.each([
  {
    language: 'en',
    address: 'Service address',
    button: 'Save and connect',
    connecting: 'Connecting…',
    connected: 'Connected.',
    set: 'The key is set. It is never shown again.',
  },
  {
    language: 'zh_CN',
    address: '服务地址',
    button: '保存并连接',
    connecting: '正在连接…',
    connected: '已连接。',
    set: '密钥已设置，不会再次显示。',
  },
] as const)('connects with what is typed, and never shows the key again, in $language', async (texts) => {
  setLanguage(texts.language);
  const { promise, resolve } = deferred<ConnectResult>();
  const { requestAccess, connect, container } = renderConnection({ result: promise });
  fillIn({ [texts.address]: ' s.example ', SecretID: 'me', SecretKey: 'k:ey' });
  expect(fieldOf('SecretKey').type).toBe('password');

  fieldOf('SecretKey').focus();
  const button = submit(texts.button);
  // Requested inside the click: browsers grant it only there.
  expect(requestAccess).toHaveBeenCalledExactlyOnceWith('https://s.example');
  expect((await screen.findByText(texts.connecting)).role).toBe('status');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(fieldOf(texts.address).value).toBe('https://s.example/v3');
  submit(texts.button);

  resolve({ ok: true, view: savedView, clockDifference: 0 });
  expect((await screen.findByText(texts.connected)).role).toBe('status');
  expect(connect).toHaveBeenCalledExactlyOnceWith({
    address: 'https://s.example/v3',
    secretId: 'me',
    secretKey: 'k:ey',
    template: '',
  });
  expect(screen.getByRole('group', { name: 'SecretKey' }).textContent).toContain(texts.set);
  expect(new XMLSerializer().serializeToString(container)).not.toContain('k:ey');
  expect(document.activeElement).toBe(button);
});

describe('a connected service', () => {
  it('is one row, whose button shows the form', async () => {
    renderConnection({ view: savedView });
    expect(screen.getByText('s.example/v3')).toBeTruthy();
    expect(screen.getByText('Connected as me. The key is set. It is never shown again.')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    const change = screen.getByRole('button', { name: 'Change' });
    expect(change.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(change);
    await expect.poll(() => screen.queryByRole('textbox', { name: 'Service address' })).not.toBeNull();
    expect(change.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(change);
    await expect.poll(() => screen.queryByRole('textbox')).toBeNull();
  });

  it('shows the form and says why if the browser does not let the extension reach it', async () => {
    const { setReachable } = renderConnection({ view: savedView, isReachable: false });
    expect(await screen.findByText(/does not let Waylark reach this service/)).toBeTruthy();
    expect(fieldOf('Service address').value).toBe('https://s.example/v3');
    setReachable(true);
    await expect.poll(() => screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText(/^Connected as me/)).toBeTruthy();
  });

  it('is the one that is connected now, whose access counts', async () => {
    const next = { ...savedView, address: 'https://other.example/v3' };
    const { mayReach } = renderConnection({
      view: savedView,
      result: { ok: true, view: next, clockDifference: 0 },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    await screen.findByRole('textbox', { name: 'Service address' });
    submit();
    expect(await screen.findByText('other.example/v3')).toBeTruthy();
    await expect.poll(() => mayReach.mock.lastCall).toEqual(['https://other.example']);
  });

  it('goes on showing the form when the access is granted while it connects', async () => {
    const { promise, resolve } = deferred<ConnectResult>();
    const { setReachable } = renderConnection({ view: savedView, isReachable: false, result: promise });
    await screen.findByRole('textbox', { name: 'Service address' });
    submit();
    setReachable(true);
    await screen.findByText(/^Connected as me/);
    resolve({ ok: true, view: savedView, clockDifference: 0 });
    expect(await screen.findByText('Connected.')).toBeTruthy();
  });
});

describe('announces in an alert', () => {
  it('that access was refused, and sends nothing', async () => {
    const { connect } = renderConnection({ isGranted: false });
    fillIn(typed);
    submit();
    expect((await screen.findByRole('alert')).textContent).toContain('cannot reach https://s.example/v3');
    expect(connect).not.toHaveBeenCalled();
  });

  it.each<{ what: string; result: ConnectResult | null; sentence: string }>([
    {
      what: 'rejected credentials',
      result: { ok: false, failure: { reason: 'credentials-rejected', linkCreated: 'no' } },
      sentence: 'Check SecretID and SecretKey',
    },
    {
      what: 'a redirect, which is no silence',
      result: {
        ok: false,
        failure: { reason: 'redirected', linkCreated: 'no', service: 'https://s.example/v3' },
      },
      sentence: 'https://s.example/v3 redirects Waylark to another address',
    },
    { what: 'a background without an answer', result: null, sentence: 'Open this page again to see' },
  ])('$what, and leaves what was typed', async ({ result, sentence }) => {
    renderConnection({ result });
    fillIn(typed);
    submit();
    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    expect(fieldOf('SecretKey').value).toBe('k:ey');
  });

  it('that the saved connection cannot be read, until something is typed', async () => {
    renderConnection({ isUnreadable: true });
    expect(screen.getByRole('alert').textContent).toContain('could not be read');
    fillIn({ SecretID: 'me' });
    await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  });
});

describe('if a key is saved', () => {
  it('sends no key unless it is replaced, and moves the focus along', async () => {
    const { connect } = renderConnection({ view: savedView });
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Replace' }));
    await expect.poll(() => document.activeElement).toBe(fieldOf('SecretKey'));
    fillIn({ SecretKey: 'typed by mistake' });
    fireEvent.click(screen.getByRole('button', { name: 'Keep the saved key' }));
    const replace = await screen.findByRole('button', { name: 'Replace' });
    await expect.poll(() => document.activeElement).toBe(replace);
    submit();
    await screen.findByText(/^Connected/);
    expect(connect).toHaveBeenCalledWith(expect.objectContaining({ secretKey: null }));
  });

  it('asks for the key again at its field if it belongs to another account', async () => {
    renderConnection({
      view: savedView,
      result: { ok: false, problem: { field: 'secretKey', problem: 'enter-again' } },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    await screen.findByRole('textbox', { name: 'SecretID' });
    fillIn({ SecretID: 'another' });
    submit();
    const key = await screen.findByLabelText('SecretKey', { selector: 'input' });
    await expect.poll(() => document.activeElement).toBe(key);
    expect(descriptionOf(key)).toContain('Enter the SecretKey again');
    expect(screen.getByRole('alert').textContent).toBe(descriptionOf(key));
  });
});
