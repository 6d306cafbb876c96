import { act, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { copy } from '../../lib/browser/clipboard.ts';
import type { LinkTest } from '../../lib/diagnostics/link-test.ts';
import { listedConnection } from '../testing/connections.ts';
import { alerts, press, said } from '../testing/dom.ts';
import { runLinkTest } from './run-link-test.ts';
import { TestLink } from './TestLink.tsx';

vi.mock('./run-link-test.ts', () => ({ runLinkTest: vi.fn() }));

const shortLink = 'https://s.example/aB3';

/** Renders the test of a link; returns functions that report its states and that end it. */
const show = (template = '') => {
  let report: (test: LinkTest) => void = () => undefined;
  const ended = Promise.withResolvers<undefined>();
  vi.mocked(runLinkTest).mockImplementation((_, next) => {
    report = next;
    return ended.promise;
  });
  const connection = listedConnection({ template });
  render(<TestLink connection={connection} />);
  return {
    connection,
    report: (test: LinkTest): void => void act(() => report(test)),
    end: () =>
      act(async () => {
        ended.resolve(undefined);
        await ended.promise;
      }),
  };
};
const status = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('');
const start = () => press('Create test link');
const isBusy = () => screen.getByRole('button', { name: 'Create test link' }).getAttribute('aria-disabled');

it('runs one test at a time, and announces each state of it', async () => {
  const { connection, report, end } = show();
  start();
  start();
  expect(runLinkTest).toHaveBeenCalledExactlyOnceWith(connection, expect.any(Function));
  report({ state: 'creating' });
  expect([isBusy(), status()]).toEqual(['true', 'Creating a link…']);
  report({ state: 'opening', shortLink });
  expect(status()).toBe('Opening the short link…');
  report({ state: 'arrived', shortLink });
  expect([isBusy(), status(), alerts()]).toEqual(['false', 'The short link leads to its page.', '']);
  await end();
  start();
  expect(runLinkTest).toHaveBeenCalledTimes(2);
});

it('announces a failure, and a link that leads nowhere, as alerts', () => {
  const { report } = show();
  start();
  report({ state: 'failed', failure: { reason: 'too-many-requests', hadEffect: 'no', retryAfter: 7 } });
  expect([alerts(), status()]).toEqual(['Too many requests. Try again in 7 s.', '']);
  report({ state: 'nowhere', shortLink });
  expect(alerts()).toContain(`${shortLink} leads nowhere`);
  expect(alerts()).toContain('Short link address');
  report({ state: 'nowhere', shortLink, isWholeAddress: true });
  expect(alerts()).toContain('Ask your service');
});

it('asks where the tab led, and the focus stays in the section', () => {
  const { report } = show();
  start();
  report({ state: 'asking', shortLink });
  expect(status()).toContain(shortLink);
  expect(screen.getByRole('button', { name: 'Yes, it did' })).toBeTruthy();
  screen.getByRole('button', { name: 'No, it did not' }).focus();
  press('No, it did not');
  expect(alerts()).toContain('leads nowhere');
  expect(document.activeElement).toBe(screen.getByRole('region'));
});

it('names the host whose access the browser asks for while it asks', () => {
  const { report } = show('https://t.example/{linkID}');
  const note = /^Your browser will ask for access to t\.example\./;
  expect(screen.queryByText(note)).toBeNull();
  start();
  report({ state: 'creating' });
  expect(screen.getByText(note)).toBeTruthy();
  report({ state: 'opening', shortLink });
  expect(screen.queryByText(note)).toBeNull();
});

it('shows the link that it has created with Copy', async () => {
  const { report } = show();
  start();
  report({ state: 'creating' });
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
  report({ state: 'arrived', shortLink });
  press('Copy');
  expect(copy).toHaveBeenCalledExactlyOnceWith(shortLink);
  await expect.poll(said).toBe('Copied');
});
