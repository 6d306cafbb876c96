import { act, fireEvent, render, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { ManagedPolicy } from '../../lib/settings/policy.ts';
import { browser } from '../testing/browser.ts';
import { alerts } from '../testing/dom.ts';
import { openOptionsWith } from '../testing/options.ts';
import { listedConnection } from '../testing/connections.ts';
import { Connection } from './Connection.tsx';

const account: ManagedPolicy = { serviceAddress: 'https://s.example/v3', secretId: 'me', secretKey: 'k:ey' };

const origins = ['https://s.example/*'];

/** Renders the account; the person refuses the access as often as the test says. */
const renderAccount = async ({ managed = account, refusals = 0 } = {}) => {
  const connections = [listedConnection({ isLocked: true })];
  const { grant } = await openOptionsWith({ managed, connections });
  for (let each = 0; each < refusals; each += 1) browser.permissions.request.mockResolvedValueOnce(false);
  render(<Connection />);
  const setGranted = (isGranted: boolean): Promise<void> =>
    act(() => grant({ origins: isGranted ? origins : [] }));
  return { setGranted };
};

it('shows the account without its key, and leads to the access', async () => {
  await renderAccount();
  expect(screen.getByText('s.example')).toBeTruthy();
  expect(new XMLSerializer().serializeToString(document.body)).not.toContain('k:ey');

  fireEvent.click(await screen.findByRole('button', { name: 'Allow access' }));
  expect(browser.permissions.request).toHaveBeenCalledExactlyOnceWith({ origins });
  const sentence = await screen.findByText('Connected as me');
  // The button is gone, and the focus with it unless it is moved.
  await expect.poll(() => document.activeElement).toBe(sentence.parentElement);
  expect(screen.getAllByRole('button')).toEqual([screen.getByRole('button', { name: 'Check' })]);
});

describe('the access', () => {
  it('that is refused is announced, and can be requested again', async () => {
    await renderAccount({ refusals: 1 });
    const allow = await screen.findByRole('button', { name: 'Allow access' });
    fireEvent.click(allow);
    await expect.poll(alerts).toContain('Waylark cannot create links');
    fireEvent.click(allow);
    await screen.findByText(/^Connected/);
    expect(alerts()).toBe('');
  });

  it('that was refused is announced no longer once it is granted elsewhere', async () => {
    const { setGranted } = await renderAccount({ refusals: 1 });
    fireEvent.click(await screen.findByRole('button', { name: 'Allow access' }));
    await expect.poll(alerts).not.toBe('');
    await setGranted(true);
    await expect.poll(alerts).toBe('');
    await setGranted(false);
    await screen.findByRole('button', { name: 'Allow access' });
    expect(alerts()).toBe('');
  });

  it('is shown as it changes elsewhere, without moving the focus', async () => {
    const { setGranted } = await renderAccount();
    const sentence = await screen.findByText(/does not let Waylark reach this service/);
    expect(sentence.getAttribute('role')).toBe('status');
    await setGranted(true);
    await screen.findByText(/^Connected/);
    expect(document.activeElement).toBe(document.body);
    await setGranted(false);
    await screen.findByRole('button', { name: 'Allow access' });
  });
});
