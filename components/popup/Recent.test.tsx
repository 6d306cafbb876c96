import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { copy } from '../../lib/browser/clipboard.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { browser } from '../testing/browser.ts';
import { attempt, pageLink } from '../testing/popup.tsx';
import { Recent } from './Recent.tsx';
import { said } from '../testing/dom.ts';

const day = 86_400;
/** Noon, in Unix seconds: the number of days is counted in midnights. */
const now = new Date(2027, 4, 3, 12).getTime() / 1000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 }));

const attempts = [
  attempt({ title: 'First', shortLink: 'https://s.example/1', expiresAt: now + 3 * day + 60 }),
  attempt({
    title: '',
    link: 'https://a.example/2',
    shortLink: 'https://s.example/2',
    expiresAt: now - day - 60,
  }),
  attempt({ title: 'Failed', state: 'failed', shortLink: undefined, expiresAt: undefined }),
];

const show = (found: Attempt[], { copies = true, expiring = 0 } = {}): void => {
  if (!copies) vi.mocked(copy).mockResolvedValueOnce(false);
  render(<Recent attempts={found} expiring={expiring} />);
};

it('lists the links that were created with the time that is left, and copies each', async () => {
  show(attempts);
  const section = await screen.findByRole('region', { name: 'Recent links' });
  // A narrow popup cuts the host on screen only.
  for (const host of section.querySelectorAll('[data-host] bdi')) host.textContent = 's…';
  const row = screen.getByRole('button', { name: 'Copy First s.example/1 · 3 days left' });
  expect(
    screen.getByRole('button', { name: 'Copy https://a.example/2 s.example/2 · Expired' }),
  ).toBeDefined();
  expect(section.textContent).not.toContain('Failed');
  fireEvent.click(row);
  await expect.poll(said).toBe('First copied');
  expect(row.textContent).toContain('Copied');
  expect(copy).toHaveBeenCalledExactlyOnceWith('https://s.example/1', undefined);
});

it.each([
  ['8 days', 8 * day, 'active'],
  ['7 days', 7 * day, 'week'],
  ['a day', day, 'soon'],
  ['no time', 0, 'expired'],
])('marks how soon a link expires that has %s left', (_, left, status) => {
  show([attempt({ expiresAt: now + left })]);
  const detail = screen.getByText(/left|Expired/);
  expect(detail.className).toBe(status);
});

it('leaves out a link that was deleted, but not one that may not be', () => {
  const [first, second] = attempts;
  if (!first || !second) throw new Error('There are no attempts.');
  const deletion = (state: 'done' | 'unknown') => ({ change: { kind: 'delete' as const, state, at: 1 } });
  show([
    { ...first, ...deletion('done') },
    { ...second, ...deletion('unknown') },
  ]);
  expect(screen.getByRole('listitem').textContent).toContain('https://a.example/2');
});

it('announces if a link was not copied', async () => {
  show(attempts, { copies: false });
  fireEvent.click(await screen.findByRole('button', { name: /^Copy First/ }));
  await expect.poll(said).toBe('First was not copied. Press Copy again.');
  expect(screen.queryByText('Copied')).toBeNull();
});

it.each([
  ['Open short link', 'https://s.example/1'],
  ['Open page', pageLink],
])('has a menu for each link: %s', async (name, address) => {
  show(attempts);
  fireEvent.click(screen.getAllByRole('button', { name: 'More' })[0] ?? document.body);
  fireEvent.click(await screen.findByRole('menuitem', { name }));
  expect(browser.tabs.create).toHaveBeenCalledExactlyOnceWith({ url: address });
});

it.each([
  [3, '3 links expire within a week'],
  [99, '99 links expire within a week'],
  [100, '99+ links expire within a week'],
])('opens the links that expire within a week: %s', async (expiring, name) => {
  show(attempts, { expiring });
  fireEvent.click(await screen.findByRole('button', { name }));
  expect(browser.tabs.create).toHaveBeenCalledExactlyOnceWith({ url: '/history.html#filter=week' });
  cleanup();
  show(attempts);
  expect(screen.queryByRole('button', { name: /within a week/ })).toBeNull();
});

it('is hidden before there is a link', () => {
  show([]);
  expect(screen.queryByRole('region')).toBeNull();
});
