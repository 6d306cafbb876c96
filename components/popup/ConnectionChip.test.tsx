import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { text } from '../../lib/i18n/texts.ts';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { alerts } from '../testing/dom.ts';
import { pageLink, renderPopup, shortened, storedDraft } from '../testing/popup.tsx';

const work = testInfo({ id: 'work', name: 'Work', features: ['limit'] });
const own = testInfo({ id: 'own', name: 'Own', hue: 3, validity: 'day', features: [] });
const connections = [work, own];

const chip = (name: string) => screen.findByRole('button', { name: `${text('connectionTitle')}: ${name}` });
const choose = async (shown: string, name: string) => {
  fireEvent.click(await chip(shown));
  fireEvent.click(await screen.findByRole('menuitemradio', { name }));
};
const validity = () => screen.getByRole<HTMLSelectElement>('combobox', { name: text('validityLabel') }).value;
const requested = () => vi.mocked(background.shorten).mock.lastCall?.[0];
const settings = { connections, defaultValidity: 'month' } as const;

it('with one connection, there is nothing to choose', async () => {
  renderPopup({ settings: { connections: [work] } });
  await screen.findByRole('button', { name: text('linkOptions') });
  expect(screen.queryByRole('button', { name: /Work/ })).toBeNull();
  fireEvent.keyDown(document.body, { code: 'Digit1', altKey: true });
  expect(validity()).toBe('month');
});

it('a connection is chosen for one link, with its validity and what its service can do', async () => {
  renderPopup({ settings });
  await chip('Work');
  expect(screen.getByRole('button', { name: text('linkOptions') })).toBeTruthy();
  await choose('Work', 'Own');
  await chip('Own');
  expect(validity()).toBe('day');
  expect(screen.queryByRole('button', { name: text('linkOptions') })).toBeNull();
  expect(storedDraft()).toMatchObject({ options: { connection: 'own' } });

  await shortened();
  expect(requested()).toMatchObject({ link: pageLink, connection: 'own' });
  await waitFor(() => expect(storedDraft()).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: text('shortenAnother') }));
  await chip('Work');
  expect(validity()).toBe('month');
});

it('keys choose it too, and a validity that was chosen stays', async () => {
  renderPopup({ settings });
  await chip('Work');
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'hour' } });
  fireEvent.keyDown(document.body, { code: 'Digit2', altKey: true });
  await chip('Own');
  fireEvent.keyDown(document.body, { code: 'Digit3', altKey: true });
  fireEvent.keyDown(document.body, { code: 'Digit1' });
  expect(validity()).toBe('hour');
  await shortened();
  expect(requested()).toMatchObject({ connection: 'own', validity: { seconds: 3600 } });
});

it('each connection has a rate limit of its own, also one that began in an earlier popup', async () => {
  const limit = { reason: 'too-many-requests', hadEffect: 'no', retryAfter: 30 } as const;
  const rateLimit: typeof background.rateLimit = ({ connection }) =>
    Promise.resolve(connection === 'work' ? limit : null);
  renderPopup({ settings, answers: { rateLimit } });
  const button = await screen.findByRole('button', { name: 'Too many requests. Try again in 30 s.' });
  await waitFor(() => expect(alerts()).toContain('Too many requests'));
  fireEvent.click(button);
  expect(background.shorten).not.toHaveBeenCalled();
  await choose('Work', 'Own');
  await screen.findByRole('button', { name: text('shorten') });
  await choose('Own', 'Work');
  await screen.findByRole('button', { name: /^Too many/ });
});

it('a draft has the connection again, unless that was removed', async () => {
  const draft = { link: null, choice: 'month', customExpiry: '' } as const;
  const options = { limit: null, ending: '' };
  renderPopup({
    settings,
    draft: { ...draft, options: { ...options, connection: 'own' } },
  });
  await chip('Own');
  await waitFor(() => expect(background.rateLimit).toHaveBeenLastCalledWith({ connection: 'own' }));
});
