import { act, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { listedConnection } from '../testing/connections.ts';
import { alerts, press, status } from '../testing/dom.ts';
import { type LinkTest, runLinkTest } from './run-link-test.ts';
import { TestLink } from './TestLink.tsx';

vi.mock('./run-link-test.ts', async (original) => ({
  ...(await original<typeof import('./run-link-test.ts')>()),
  runLinkTest: vi.fn(),
}));

const shortLink = 'https://s.example/aB3';
const start = () => press('Create test link');

/** Renders the test of a link and starts it; `end` ends it with what it has found. */
const show = (template = '') => {
  const running = Promise.withResolvers<LinkTest>();
  vi.mocked(runLinkTest).mockReturnValue(running.promise);
  const connection = listedConnection({ template });
  render(<TestLink connection={connection} />);
  start();
  const end = (found: LinkTest) =>
    act(async () => {
      running.resolve(found);
      await running.promise;
    });
  return { connection, end, fail: () => running.reject(new Error('broken')) };
};
const isBusy = () => screen.getByRole('button', { name: 'Create test link' }).getAttribute('aria-disabled');

it('runs one test at a time, and announces what it does and what it found', async () => {
  const { connection, end } = show();
  start();
  expect(runLinkTest).toHaveBeenCalledExactlyOnceWith(connection);
  expect([isBusy(), status()]).toEqual(['true', 'Creating a link…']);
  await end({ state: 'arrived', shortLink });
  expect([isBusy(), status(), alerts()]).toEqual(['false', 'The short link leads to its page.', '']);
  expect(screen.getByText(shortLink)).toBeTruthy();
  start();
  expect(runLinkTest).toHaveBeenCalledTimes(2);
});

it.each<[LinkTest, string]>([
  [
    { state: 'failed', failure: { reason: 'too-many-requests', hadEffect: 'no', retryAfter: 7 } },
    'Too many requests. Try again in 7 s.',
  ],
  [{ state: 'nowhere', shortLink }, 'Change Short link address'],
  [{ state: 'nowhere', shortLink, isWholeAddress: true }, 'Ask your service'],
])('announces %j as an alert', async (found, words) => {
  const { end } = show();
  await end(found);
  expect([alerts(), status()]).toEqual([expect.stringContaining(words), '']);
});

it('ends if the test itself fails', async () => {
  const { fail } = show();
  fail();
  await expect.poll(alerts).toContain('interrupted');
  expect(isBusy()).toBe('false');
});

it('asks where the tab led, and the focus stays in the section', async () => {
  const { end } = show();
  await end({ state: 'asking', shortLink });
  expect(status()).toContain('Did it lead to https://example.com/?');
  expect(screen.getByRole('button', { name: 'Yes, it did' })).toBeTruthy();
  screen.getByRole('button', { name: 'No, it did not' }).focus();
  press('No, it did not');
  expect(alerts()).toContain('leads nowhere');
  expect(document.activeElement).toBe(screen.getByRole('region'));
});

it('names the host whose access the browser asks for while it asks', async () => {
  const { end } = show('https://t.example/{linkID}');
  expect(status()).toMatch(/^Your browser will ask for access to t\.example\./);
  await end({ state: 'arrived', shortLink });
  expect(status()).not.toContain('t.example');
});
