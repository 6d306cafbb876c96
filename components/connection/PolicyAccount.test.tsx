import { fireEvent, render, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { policyViewOf } from '../../lib/connection/policy-connection.ts';
import type { ManagedPolicy } from '../../lib/settings/policy.ts';
import { alerts, changeFeed } from '../testing/dom.ts';
import { PolicyAccount } from './PolicyAccount.tsx';

const account: ManagedPolicy = { serviceAddress: 'https://s.example/v3', secretId: 'me', secretKey: 'k:ey' };

/** Renders the account; `answers` are those of the browser's prompt, one after another. */
const renderAccount = ({ managed = account, answers = [true] } = {}) => {
  let isGranted = false;
  const accessChanges = changeFeed();
  const setGranted = (value: boolean): void => {
    isGranted = value;
    accessChanges.report();
  };
  const requestAccess = vi.fn<(origin: string) => Promise<boolean>>(() => {
    setGranted(answers.shift() ?? false);
    return Promise.resolve(isGranted);
  });
  const actions = {
    requestAccess,
    hasHostPermission: () => Promise.resolve(isGranted),
    onPermissionChange: accessChanges.subscribe,
  };
  render(<PolicyAccount connection={policyViewOf(managed).connection} actions={actions} />);
  return { requestAccess, setGranted };
};

it('shows the account without its key, and leads to the access', async () => {
  const { requestAccess } = renderAccount();
  expect(screen.getByText('s.example/v3')).toBeTruthy();
  expect(new XMLSerializer().serializeToString(document.body)).not.toContain('k:ey');

  fireEvent.click(await screen.findByRole('button', { name: 'Allow access' }));
  expect(requestAccess).toHaveBeenCalledExactlyOnceWith('https://s.example');
  const sentence = await screen.findByText('Connected as me.');
  // The button is gone, and the focus with it unless it is moved.
  await expect.poll(() => document.activeElement).toBe(sentence);
  expect(screen.queryByRole('button')).toBeNull();
});

describe('the access', () => {
  it('that is refused is announced, and can be requested again', async () => {
    renderAccount({ answers: [false, true] });
    const allow = await screen.findByRole('button', { name: 'Allow access' });
    fireEvent.click(allow);
    await expect.poll(alerts).toContain('Waylark cannot create links');
    fireEvent.click(allow);
    await screen.findByText(/^Connected/);
    expect(alerts()).toBe('');
  });

  it('that was refused is announced no longer once it is granted elsewhere', async () => {
    const { setGranted } = renderAccount({ answers: [false] });
    fireEvent.click(await screen.findByRole('button', { name: 'Allow access' }));
    await expect.poll(alerts).not.toBe('');
    setGranted(true);
    await expect.poll(alerts).toBe('');
    setGranted(false);
    await screen.findByRole('button', { name: 'Allow access' });
    expect(alerts()).toBe('');
  });

  it('is shown as it changes elsewhere, without moving the focus', async () => {
    const { setGranted } = renderAccount();
    expect((await screen.findByText(/has to let Waylark reach this service/)).getAttribute('role')).toBe(
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
  expect(screen.getByText('https://s.ee/{linkID}')).toBeTruthy();
  expect(screen.getByText('Set by your organisation')).toBeTruthy();
});
