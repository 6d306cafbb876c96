import { fireEvent, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import type { Failure } from '../../lib/failures/schema.ts';
import { createdFor, failedFor } from '../../lib/shortening/test-helpers/attempts.ts';
import { background } from '../../lib/background.ts';
import { browser } from '../testing/browser.ts';
import { passTime, press } from '../testing/dom.ts';
import {
  alertText,
  focusedName,
  renderPopup,
  shortLink,
  shownLink,
  submit,
  typeLink,
} from '../testing/popup.tsx';

/** The first request fails, each later one creates a link. */
const failOnce = (failure: Failure): typeof background.shorten =>
  vi
    .fn<typeof background.shorten>((request) => Promise.resolve(createdFor(request, { shortLink })))
    .mockImplementationOnce((request) => Promise.resolve(failedFor(request, failure)));

const timeout: Failure = { reason: 'timeout', hadEffect: 'maybe', service: 'https://s.example/v3' };

it('announces a failure, and Try again sends the same request with the focus on the button of the form', async () => {
  const shorten = failOnce(timeout);
  renderPopup({ answers: { shorten } });
  submit();
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(await alertText()).toBe('s.example did not answer in time.\nYour link may exist.');
  expect(background.acknowledge).toHaveBeenCalledOnce();

  again.focus();
  press('Try again');
  expect(focusedName()).toMatch(/^Shorten/);
  expect(await shownLink()).toBe(shortLink);
  expect(background.shorten).toHaveBeenCalledTimes(2);
});

it.each(['timeout', 'unreachable', 'not-json'] as const)(
  'opens the history at its attempt after %s, and puts no address into that of the page',
  async (reason) => {
    renderPopup({ answers: { shorten: failOnce({ ...timeout, reason }) } });
    submit();
    fireEvent.click(await screen.findByRole('button', { name: 'Check History' }));
    const [request] = vi.mocked(background.shorten).mock.lastCall ?? [];
    expect(browser.tabs.create).toHaveBeenLastCalledWith({ url: `/history.html#check=${request?.id}` });
  },
);

it('offers no history in a private window', async () => {
  const failure: Failure = { reason: 'internal-server-error', hadEffect: 'maybe' };
  renderPopup({ page: { private: true }, answers: { shorten: failOnce(failure) } });
  submit();
  await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByRole('button', { name: /Check/ })).toBeNull();
  expect(await alertText()).toMatch(/Your link may exist\. Trying again may create a second one\.$/);
});

it('keeps the failure of a service while the address is changed', async () => {
  renderPopup({ answers: { shorten: failOnce(timeout) } });
  submit();
  await screen.findByRole('button', { name: 'Try again' });
  typeLink('https://example.com/other');
  expect(await alertText()).toContain('may exist');
});

it('opens the settings after a failure that they resolve', async () => {
  const shorten = failOnce({ reason: 'permission-denied', hadEffect: 'no' });
  renderPopup({ answers: { shorten } });
  submit();
  await screen.findByRole('button', { name: 'Settings' });
  press('Settings');
  expect(browser.runtime.openOptionsPage).toHaveBeenCalledOnce();
});

it.each([
  [
    'acknowledges that a request was interrupted, as the background says',
    failOnce({ ...timeout, reason: 'interrupted' }),
    1,
  ],
  [
    'leaves an attempt unacknowledged of which the background says nothing',
    () => Promise.resolve(undefined),
    0,
  ],
])('%s', async (_, shorten, acknowledged) => {
  renderPopup({ answers: { shorten } });
  submit();
  await screen.findByRole('button', { name: 'Try again' });
  expect(background.acknowledge).toHaveBeenCalledTimes(acknowledged);
});

it('counts down on the button after Too Many Requests, and sends nothing meanwhile', async () => {
  vi.useFakeTimers();
  const shorten = failOnce({ reason: 'too-many-requests', hadEffect: 'no', retryAfter: 2 });
  renderPopup({ answers: { shorten } });
  submit();
  await passTime(0);
  expect(await alertText()).toContain('Too many requests');
  expect(screen.getAllByRole('alert')[0]?.parentElement?.className).toBe('unseen');
  expect(
    screen
      .getByRole('button', { name: 'Too many requests. Try again in 2 s.' })
      .getAttribute('aria-disabled'),
  ).toBe('true');
  submit();
  expect(background.shorten).toHaveBeenCalledOnce();
  await passTime(1000);
  expect(screen.getByRole('button', { name: 'Too many requests. Try again in 1 s.' })).toBeTruthy();
  await passTime(1000);
  press('Try again');
  await passTime(0);
  expect(background.shorten).toHaveBeenCalledTimes(2);
});

it('does not interrupt a request by the countdown of an earlier popup', async () => {
  const rateLimit = Promise.withResolvers<Failure | null>();
  renderPopup({ answers: { rateLimit: () => rateLimit.promise } });
  submit();
  rateLimit.resolve({ reason: 'too-many-requests', hadEffect: 'no', retryAfter: 30 });
  expect(await shownLink()).toBe(shortLink);
});
