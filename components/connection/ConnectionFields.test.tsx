import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { defaultAdvanced } from '../../lib/api/contract.ts';
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

const detailsOf = (name: string): HTMLDetailsElement | null => fieldOf(name).closest('details');

describe('a field that cannot be used', () => {
  it.each([
    ['Service address', '', 'Enter the address'],
    ['Service address', 'http://s.example/v3', 'Use https://'],
    ['Service address', 'ftp://s.example', 'has to begin with https://'],
    ['Service address', 'https://me:secret@s.example/v3', 'Remove the user name and password'],
    ['SecretID', '', 'Enter the SecretID'],
    ['SecretID', 'my id', 'only letters, digits and symbols'],
    ['SecretKey', '钥匙', 'only letters, digits and symbols'],
    ['Short link address', 'https://s.example/', 'Put {linkID}'],
    ['Path of Get token', 'token', 'A path begins with /'],
    ['Path of Current time', 'https://s.example/time', 'Enter the path only'],
    ['Path of Grayscale filter', '/../grey filter?', 'only plain letters'],
    ['Path of Administrative divisions', `/${'x'.repeat(200)}`, 'at most 200 characters'],
  ])('%s: %s gets the focus and its problem, and nothing is sent', async (name, value, sentence) => {
    const { requestAccess, connect } = renderConnection();
    fillIn({ ...typed, [name]: value });
    const details = detailsOf(name);
    if (details) details.open = false;
    submit();
    await expect.poll(() => fieldOf(name).getAttribute('aria-invalid')).toBe('true');
    const field = fieldOf(name);
    expect(document.activeElement).toBe(field);
    expect(descriptionOf(field)).toContain(sentence);
    expect(screen.getByRole('alert').textContent).toBe(descriptionOf(field));
    expect(detailsOf(name)?.open ?? true).toBe(true);
    expect([requestAccess.mock.calls, connect.mock.calls]).toEqual([[], []]);

    fillIn({ [name]: 'x' });
    await expect.poll(() => fieldOf(name).getAttribute('aria-invalid')).toBe('false');
  });

  it('is explained in Chinese as well', async () => {
    setLanguage('zh_CN');
    renderConnection();
    submit('保存并连接');
    expect((await screen.findByRole('alert')).textContent).toBe('请输入服务的地址。');
  });
});

describe('the short link address', () => {
  it('is an advanced field for a service on this computer, else a field with a default', async () => {
    renderConnection();
    fillIn({ 'Service address': '127.0.0.1:1' });
    await expect.poll(() => detailsOf('Short link address')).not.toBeNull();
    fillIn({ 'Service address': 'API.s.example' });
    await expect.poll(() => detailsOf('Short link address')).toBeNull();
    expect(fieldOf('Short link address').value).toBe('https://api.s.example/{linkID}');
    fillIn({ 'Service address': 's.example/v3.1' });
    await expect.poll(() => fieldOf('Short link address').value).toBe('https://s.example/{linkID}');
    expect(fieldOf('Path of Add').placeholder).toBe('/short_link/add');
  });

  it('stays as it was typed when the service address changes', async () => {
    renderConnection();
    fillIn({ 'Service address': 's.example' });
    await screen.findByDisplayValue('https://s.example/{linkID}');
    fillIn({ 'Short link address': 's.ee/go/{linkID}' });
    fillIn({ 'Service address': 'other.example' });
    expect(fieldOf('Short link address').value).toBe('s.ee/go/{linkID}');
  });

  it('can be emptied while it is typed into, and has the default when it loses the focus', async () => {
    renderConnection();
    fillIn({ 'Service address': 's.example' });
    await screen.findByDisplayValue('https://s.example/{linkID}');
    fillIn({ 'Short link address': 'x' });
    await screen.findByDisplayValue('x');
    fillIn({ 'Short link address': '' });
    await expect.poll(() => fieldOf('Short link address').value).toBe('');
    fireEvent.blur(fieldOf('Short link address'));
    await expect.poll(() => fieldOf('Short link address').value).toBe('https://s.example/{linkID}');
  });
});

describe('the advanced fields', () => {
  it('are folded while all of them are the default', () => {
    renderConnection();
    expect(detailsOf('Path of Get token')?.open).toBe(false);
  });

  it('are open if one is set, and are sent as they are changed', async () => {
    const advanced = { paths: { ...defaultAdvanced.paths, token: '/auth' }, credentials: 'basic' as const };
    const { connect } = renderConnection({ view: { ...savedView, advanced } });
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    await screen.findByRole('textbox', { name: 'Service address' });
    expect(detailsOf('Path of Get token')?.open).toBe(true);
    const style = screen.getByRole('combobox', { name: 'How credentials are sent' });
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Detect',
      'Headers SecretID and SecretKey',
      'Basic authorization (base64)',
      'Basic authorization, not encoded',
    ]);
    expect((style as HTMLSelectElement).value).toBe('basic');
    expect(descriptionOf(style)).toContain('Get token only');
    fireEvent.change(style, { target: { value: 'basic-plain' } });
    fillIn({ 'Path of Get token': ' /login ' });
    submit();
    const sent = { paths: { ...defaultAdvanced.paths, token: '/login' }, credentials: 'basic-plain' };
    await expect.poll(() => connect.mock.calls[0]?.[0].advanced).toEqual(sent);
  });
});

it('fields that the organisation sets can be read, not typed into, and are sent', async () => {
  const { connect } = renderConnection({
    managed: { serviceAddress: 'https://org.example/v3', credentialStyle: 'basic', timePath: '/clock' },
  });
  for (const [name, value] of [
    ['Service address', 'https://org.example/v3'],
    ['Path of Current time', '/clock'],
    ['How credentials are sent', 'Basic authorization (base64)'],
  ] as const) {
    const field = fieldOf(name);
    expect([field.readOnly, field.value]).toEqual([true, value]);
    expect(descriptionOf(field)).toBe('Set by your organisation');
  }
  fillIn({ SecretID: 'me', SecretKey: 'key' });
  submit();
  const advanced = { paths: { ...defaultAdvanced.paths, time: '/clock' }, credentials: 'basic' };
  await expect
    .poll(() => connect.mock.calls[0]?.[0])
    .toMatchObject({ address: 'https://org.example/v3', advanced });
});
