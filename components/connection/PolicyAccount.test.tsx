import { fireEvent, render, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { policyViewOf } from '../../lib/connection/policy-view.ts';
import type { ManagedPolicy } from '../../lib/settings/policy.ts';
import { descriptionOf } from '../testing/description-of.ts';
import { setLanguage } from '../testing/language.ts';
import { PolicyAccount } from './PolicyAccount.tsx';

const account: ManagedPolicy = { serviceAddress: 'https://s.example/v3', secretId: 'me', secretKey: 'k:ey' };

/** Renders the account; `answers` are those of the browser's prompt, one after another. */
const renderAccount = ({ managed = account, answers = [true] } = {}) => {
  let isGranted = false;
  const listeners: (() => void)[] = [];
  const setGranted = (value: boolean): void => {
    isGranted = value;
    for (const changed of listeners) changed();
  };
  const requestAccess = vi.fn<(origin: string) => Promise<boolean>>(() => {
    setGranted(answers.shift() ?? false);
    return Promise.resolve(isGranted);
  });
  const actions = {
    requestAccess,
    mayReach: () => Promise.resolve(isGranted),
    onPermissionChange: (changed: () => void) => void listeners.push(changed),
  };
  render(<PolicyAccount connection={policyViewOf(managed).connection} actions={actions} />);
  return { requestAccess, setGranted };
};

it.for([
  ['en', 'Service address', 'Set by your organisation', 'Allow access', /^Connected by your organisation/],
  ['zh_CN', '服务地址', '由你的组织设置', '允许访问', /^已由你的组织连接/],
] as const)(
  'shows the account without its key, and leads to the access, in %s',
  async ([language, address, set, allow, connected]) => {
    setLanguage(language);
    const { requestAccess } = renderAccount();
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: address });
    expect([field.readOnly, field.value, descriptionOf(field)]).toEqual([true, 'https://s.example/v3', set]);
    expect(screen.getAllByRole('textbox')).toHaveLength(2);
    expect(screen.getAllByText(set)).toHaveLength(3);
    expect(new XMLSerializer().serializeToString(document.body)).not.toContain('k:ey');

    fireEvent.click(await screen.findByRole('button', { name: allow }));
    expect(requestAccess).toHaveBeenCalledExactlyOnceWith('https://s.example');
    const sentence = await screen.findByText(connected);
    // The button is gone, and the focus with it unless it is moved.
    await expect.poll(() => document.activeElement).toBe(sentence);
    expect(screen.queryByRole('button')).toBeNull();
  },
);

describe('the access', () => {
  it('that is refused is announced, and can be requested again', async () => {
    renderAccount({ answers: [false, true] });
    const allow = await screen.findByRole('button', { name: 'Allow access' });
    fireEvent.click(allow);
    await expect.poll(() => screen.getByRole('alert').textContent).toContain('Waylark cannot create links');
    fireEvent.click(allow);
    await screen.findByText(/^Connected/);
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('is shown as it changes elsewhere, without moving the focus', async () => {
    const { setGranted } = renderAccount();
    expect((await screen.findByText(/still needs your permission to reach/)).getAttribute('role')).toBe(
      'status',
    );
    setGranted(true);
    await screen.findByText(/^Connected/);
    expect(document.activeElement).toBe(document.body);
    setGranted(false);
    await screen.findByRole('button', { name: 'Allow access' });
  });
});

it('shows a short link address that the organisation sets', () => {
  renderAccount({ managed: { ...account, shortLinkAddress: 'https://s.ee/{linkID}' } });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Short link address' });
  expect(field.value).toBe('https://s.ee/{linkID}');
});
