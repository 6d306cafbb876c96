import { act, fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { press } from '../testing/dom.ts';
import { loadParts } from './Later.tsx';
import { attempt, now, pageLink, renderPopup, shortLink, shownLink, typeLink } from '../testing/popup.tsx';

const announced = (): string => screen.getAllByRole('status')[0]?.textContent ?? '';

const earlier = (patch: Parameters<typeof attempt>[0]) =>
  renderPopup({ answers: { unacknowledged: () => Promise.resolve(attempt(patch)) } });

it('is shown as the result of its page, and acknowledged', async () => {
  earlier({ id: 'earlier' });
  expect(await shownLink()).toBe(shortLink);
  expect(background.acknowledge).toHaveBeenCalledExactlyOnceWith({ id: 'earlier', private: false });
  expect(screen.queryByText('Copied')).toBeNull();
});

/** Shows an attempt as pending; resolves with a function that gives it this outcome. */
const showPending = async (link: string, outcome: Attempt | null = attempt({ id: 'p', link })) => {
  const pending = Promise.withResolvers<null>();
  const unacknowledged = vi
    .fn<() => Promise<Attempt | null>>(() => Promise.resolve(outcome))
    .mockResolvedValueOnce(attempt({ id: 'p', link, state: 'sending', shortLink: undefined }));
  renderPopup({ answers: { unacknowledged, pendingAttempt: () => pending.promise } });
  await screen.findByText('Your earlier link is still being created…');
  return () => pending.resolve(null);
};
const ready = () => screen.findByText('Your earlier link is ready');

it('is announced while it is pending, and shown when it arrives', async () => {
  const settle = await showPending('https://a.example/');
  await waitFor(() => expect(announced()).toContain('Your earlier link is still being created'));
  expect(screen.getByText('for a.example')).toBeTruthy();
  expect(background.acknowledge).not.toHaveBeenCalled();
  settle();
  await ready();
  expect(screen.getByText('s.example/aB3dE6gH')).toBeTruthy();
  expect(background.acknowledge).toHaveBeenCalledExactlyOnceWith({ id: 'p', private: false });
});

it('says why it is unknown, and is dismissed with the focus on the field', async () => {
  earlier({ state: 'unknown', shortLink: undefined, failure: { reason: 'timeout', hadEffect: 'maybe' } });
  await waitFor(() => expect(announced()).toContain('may have been created'));
  expect(announced()).toMatch(/did not answer in time\.\nCheck History before you try again\.$/);
  press('Dismiss');
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Link' }));
});

it('is copied from its notice over another page', async () => {
  earlier({ link: 'https://a.example/' });
  await waitFor(() => expect(announced()).toContain('Your earlier link is ready'));
  press('Copy');
  await screen.findAllByText('Copied');
  expect(copy).toHaveBeenCalledExactlyOnceWith(shortLink, undefined);
});

it('is not shown once the link has expired', async () => {
  earlier({ link: 'https://a.example/', expiresAt: now - 60 });
  await waitFor(() => expect(background.acknowledge).toHaveBeenCalledOnce());
  // The popup has begun to load it before.
  await act(async () => {
    await loadParts();
  });
  expect(screen.queryByText(/Your earlier link/)).toBeNull();
});

it('leaves a form in use alone, also if this very address is typed', async () => {
  const settle = await showPending('https://a.example/');
  typeLink('https://a.example/');
  settle();
  await ready();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toBe('https://a.example/');
});

it('leaves a form whose validity was changed alone', async () => {
  const settle = await showPending(pageLink);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'week' } });
  settle();
  await ready();
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('week');
});

it('is no longer shown if another popup has shown it meanwhile', async () => {
  const settle = await showPending(pageLink, null);
  settle();
  await waitFor(() => expect(screen.queryByText(/Your earlier link/)).toBeNull());
});
