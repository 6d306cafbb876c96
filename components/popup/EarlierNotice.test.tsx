import { act, fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { setLanguage } from '../testing/language.ts';
import {
  attempt,
  deferred,
  now,
  pageLink,
  press,
  renderPopup,
  shortLink,
  shownLink,
  typeLink,
} from '../testing/popup.tsx';
import type { PopupActions } from './popup-actions.ts';

const announced = (): string => screen.getAllByRole('status')[0]?.textContent ?? '';

const earlier = (patch: Parameters<typeof attempt>[0], actions: Partial<PopupActions> = {}) =>
  renderPopup({ actions: { unacknowledged: () => Promise.resolve(attempt(patch)), ...actions } });

it('is shown as the result of its page, and acknowledged', async () => {
  const { acknowledge } = earlier({ id: 'earlier' });
  expect(await shownLink()).toBe(shortLink);
  expect(acknowledge).toHaveBeenCalledExactlyOnceWith('earlier', false);
  expect(screen.queryByText('Copied')).toBeNull();
});

it('is announced while it is pending, and shown when it arrives', async () => {
  const pending = deferred<null>();
  const sending = attempt({ id: 'p', state: 'sending', shortLink: undefined, link: 'https://a.example/' });
  const unacknowledged = vi
    .fn<PopupActions['unacknowledged']>(() => Promise.resolve({ ...sending, state: 'created', shortLink }))
    .mockResolvedValueOnce(sending);
  const pendingOutcome = () => pending.promise;
  const { acknowledge } = renderPopup({ actions: { unacknowledged, pendingOutcome } });
  await waitFor(() => expect(announced()).toContain('Your earlier link is still being created'));
  expect(screen.getByText('for https://a.example/')).toBeTruthy();
  expect(acknowledge).not.toHaveBeenCalled();
  pending.resolve(null);
  await screen.findByText('Your earlier link is ready');
  expect(screen.getByText(shortLink)).toBeTruthy();
  expect(acknowledge).toHaveBeenCalledExactlyOnceWith('p', false);
});

it.each([
  {
    language: 'en',
    texts: ['may have been created', 'did not respond in time'],
    dismiss: 'Dismiss',
    label: 'Link',
  },
  {
    language: 'zh_CN',
    texts: ['你之前的短链接可能已经生成', '未及时响应'],
    dismiss: '知道了',
    label: '链接',
  },
] as const)(
  'says why it is unknown, and is dismissed with the focus on the field, in $language',
  async (each) => {
    const { language, texts, dismiss, label } = each;
    setLanguage(language);
    earlier({ state: 'unknown', shortLink: undefined, failure: { reason: 'timeout', linkCreated: 'maybe' } });
    await waitFor(() => expect(announced()).toContain(texts[0]));
    expect(announced()).toContain(texts[1]);
    press(dismiss);
    expect(screen.queryByRole('button', { name: dismiss })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: label }));
  },
);

it('is copied from its notice over another page', async () => {
  const { copy } = earlier({ link: 'https://a.example/' });
  await screen.findByText('Your earlier link is ready');
  press('Copy');
  await screen.findAllByText('Copied');
  expect(copy).toHaveBeenCalledExactlyOnceWith(shortLink);
});

it('is not shown once the link has expired', async () => {
  const { acknowledge } = earlier({ link: 'https://a.example/', expiresAt: now - 60 });
  await waitFor(() => expect(acknowledge).toHaveBeenCalledOnce());
  // The popup has begun to load it before.
  await act(async () => {
    await import('./EarlierNotice.tsx');
  });
  expect(screen.queryByText(/Your earlier link/)).toBeNull();
});

it('leaves a form that is in use alone', async () => {
  const link = 'https://a.example/';
  const pending = deferred<null>();
  const unacknowledged = vi
    .fn<PopupActions['unacknowledged']>(() => Promise.resolve(attempt({ id: 'p', link })))
    .mockResolvedValueOnce(attempt({ id: 'p', link, state: 'sending', shortLink: undefined }));
  renderPopup({ actions: { unacknowledged, pendingOutcome: () => pending.promise } });
  await screen.findByText('Your earlier link is still being created…');
  // Also if this very address is typed: its result would take the place of the form.
  typeLink(link);
  pending.resolve(null);
  await screen.findByText('Your earlier link is ready');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toBe(link);
});

it('leaves a form whose validity was changed alone', async () => {
  const pending = deferred<null>();
  const unacknowledged = vi
    .fn<PopupActions['unacknowledged']>(() => Promise.resolve(attempt({ id: 'p', link: pageLink })))
    .mockResolvedValueOnce(attempt({ id: 'p', link: pageLink, state: 'sending', shortLink: undefined }));
  renderPopup({ actions: { unacknowledged, pendingOutcome: () => pending.promise } });
  await screen.findByText('Your earlier link is still being created…');
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'week' } });
  pending.resolve(null);
  await screen.findByText('Your earlier link is ready');
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('week');
});

it('is no longer shown if another popup has shown it meanwhile', async () => {
  const pending = deferred<null>();
  const unacknowledged = vi
    .fn<PopupActions['unacknowledged']>(() => Promise.resolve(null))
    .mockResolvedValueOnce(attempt({ state: 'sending', shortLink: undefined }));
  renderPopup({ actions: { unacknowledged, pendingOutcome: () => pending.promise } });
  await screen.findByText('Your earlier link is still being created…');
  pending.resolve(null);
  await waitFor(() => expect(screen.queryByText(/Your earlier link/)).toBeNull());
});
