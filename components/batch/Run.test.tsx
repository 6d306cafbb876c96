import { failedFor } from '../../lib/shortening/test-helpers/attempts.ts';
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { setLanguage } from '../../lib/i18n/test-helpers/language.ts';
import { formatList, plural, text } from '../../lib/i18n/texts.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { created, openPage, start } from '../testing/batch-page.tsx';
import { browser } from '../testing/browser.ts';
import { shortExpiryText } from './Run.tsx';

/** Renders the page with a job that begins. */
const openRun = async (
  titles: readonly string[],
  prepare: (page: ReturnType<typeof openPage>) => void = () => undefined,
  query = '?window=1',
) => {
  const page = openPage({ query });
  prepare(page);
  await start(page, ...titles);
  return page;
};

/** The same, whose first requests fail like this. */
const openFailing = (titles: readonly string[], failures: readonly Failure[], query?: string) => {
  const prepare = ({ shorten }: ReturnType<typeof openPage>) =>
    failures.forEach((failure) =>
      shorten.mockImplementationOnce((request) => Promise.resolve(failedFor(request, failure))),
    );
  return openRun(titles, prepare, query);
};

const two = ['One', 'Two'];
const four = [...two, 'Three', 'Four'];
const broken: Failure = { reason: 'internal-server-error', hadEffect: 'maybe' };

const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const heading = (name: string) => screen.findByRole('heading', { name });
const rowOf = (title: string) => screen.getByText(title).closest('li');
const statuses = (): string[] => screen.getAllByRole('status').map(({ textContent }) => textContent);

/** The service answers no request until the returned function is called. */
const hold = ({ shorten }: ReturnType<typeof openPage>) => {
  const answer = Promise.withResolvers<undefined>();
  shorten.mockImplementation((request) => answer.promise.then(() => created(request)));
  return () => answer.resolve(undefined);
};

it('announces the begin and the end, and moves the focus to the list when it is complete', async () => {
  let release = (): void => undefined;
  await openRun(two, (page) => (release = hold(page)));
  await waitFor(() => expect(statuses()).toEqual([text('batchStarted', '2')]));
  const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: text('batchProgress') });
  expect([bar.value, bar.max]).toEqual([0, 2]);
  await waitFor(() => expect(rowOf('One')?.textContent).toContain(text('batchSending')));
  // Below the title, where the short link will be: no row changes its height.
  expect(rowOf('One')?.textContent).toContain('a.example/One');
  expect(document.activeElement?.textContent).toBe('Shortening 0 of 2 links');
  expect(screen.getByText(text('jobGoesOnInHistory'))).toBeTruthy();

  release();
  await heading(plural('batchCreated', 2));
  expect(rowOf('One')?.textContent).not.toContain('a.example/One');
  expect(statuses()).toContain(plural('batchCreated', 2));
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByRole('link', { name: /\/One$/ })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(button('Copy all')));
});

it('announces a longer run at its quarters only', async () => {
  await openRun(Array.from({ length: 12 }, (_, at) => `Page ${String(at)}`));
  const heard = new Set<string>();
  await waitFor(() => {
    statuses().forEach((each) => heard.add(each));
    expect(heard).toContain(plural('batchCreated', 12));
  });
  for (const each of heard)
    expect(each).toMatch(/^(|Started.*|Shortening \d+ of 12 links|12 links created)$/);
  expect(heard.size).toBeLessThan(7);
});

it('after Stop finishes what was sent, says so, and offers the rest with the focus on it', async () => {
  let release = (): void => undefined;
  const { shorten } = await openRun(four, (page) => (release = hold(page)));
  await waitFor(() => expect(shorten).toHaveBeenCalledTimes(3));
  fireEvent.click(await screen.findByRole('button', { name: text('jobStop') }));
  await heading(text('jobStopping'));
  expect(screen.getByText(plural('jobStoppingSent', 3))).toBeTruthy();
  expect(button(text('jobStop')).getAttribute('aria-disabled')).toBe('true');
  release();
  await heading(plural('batchCreated', 3));
  expect(screen.getByRole('alert').textContent).toBe('Stopped by you. 1 link was not sent.');
  expect(rowOf('Four')?.textContent).toContain(text('batchNotSent'));
  expect(shorten).toHaveBeenCalledTimes(3);
  fireEvent.click(button(text('batchRetry', '1')));
  await heading(plural('batchCreated', 4));
  expect(shorten).toHaveBeenCalledTimes(4);
});

it('says what went wrong with each tab, and tries again when asked, with another link where one may exist', async () => {
  const { shorten } = await openFailing(two, [{ reason: 'link-invalid', hadEffect: 'no' }, broken]);
  await heading(formatList([plural('batchUnknown', 1), plural('batchNotCreated', 1)]));
  expect(rowOf('One')?.textContent).toContain(text('failure_link_invalid'));
  expect(rowOf('Two')?.textContent).toContain(text('failure_internal_server_error'));
  expect(rowOf('Two')?.textContent).toContain(text('historyUnknown'));
  expect(screen.getByRole('alert').textContent).toBe(plural('jobMayDouble', 1));
  // Enter does not create a second link.
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'));

  // The one that would be refused again is left out.
  fireEvent.click(button('Try 1 again'));
  await heading(formatList([plural('batchCreated', 1), plural('batchNotCreated', 1)]));
  expect(shorten.mock.calls.map(([{ another }]) => another)).toEqual([undefined, undefined, true]);
});

it('stops with an alert at a failure that affects all tabs, and opens the settings if they help', async () => {
  await openFailing(two, Array<Failure>(3).fill({ reason: 'not-connected', hadEffect: 'no' }));
  await waitFor(() =>
    expect(screen.getAllByRole('alert')[0]?.textContent).toBe(text('failure_not_connected')),
  );
  fireEvent.click(button(text('settings')));
  expect(browser.runtime.openOptionsPage).toHaveBeenCalledOnce();
  expect(rowOf('Two')?.textContent).toContain(text('batchNotSent'));
});

const service = 'https://api.example.com/v3';

it.each<[sentence: string, Failure, count: number]>([
  [
    'Too many requests. Continues in 30 s.',
    { reason: 'too-many-requests', hadEffect: 'no', retryAfter: 30 },
    1,
  ],
  ['You’re offline. Continues when you’re back online.', { reason: 'offline', hadEffect: 'no' }, 1],
  [
    'No answer from api.example.com. Tries again in 2 min.',
    { reason: 'unreachable', hadEffect: 'maybe', service },
    3,
  ],
])('shows a pause, and announces it once: %s', async (sentence, failure, count) => {
  await openFailing(four, Array<Failure>(count).fill(failure));
  await screen.findAllByText(sentence);
  await waitFor(() => expect(statuses()).toEqual([sentence]));
  fireEvent.click(button(text('jobStop')));
  await screen.findByText(/^Stopped by you\./);
});

it('counts a link that existed already apart, and marks it with its expiry time', async () => {
  await openRun([...two, 'Three'], ({ shorten }) =>
    shorten.mockImplementationOnce(async (request) => ({ ...(await created(request)), isReused: true })),
  );
  await heading('2 links created, 1 already existed');
  expect(rowOf('One')?.textContent).toMatch(/Already existed Expires .*2030/);
});

it('goes on showing the job after a background that does not answer', async () => {
  let release = (): void => undefined;
  await openRun(two, (page) => {
    release = hold(page);
    vi.mocked(background.jobChanges).mockImplementationOnce(({ id, since }) =>
      page.runner.changes(id, since),
    );
    vi.mocked(background.jobChanges).mockResolvedValueOnce(undefined);
  });
  release();
  await heading(plural('batchCreated', 2));
});

const now = new Date(2026, 10, 21, 12).getTime();
const day = 86_400;

it.each([
  ['en', now / 1000 + 7 * day, /^Expires Nov\u00a028$/],
  ['en', now / 1000 + 3600, /^Expires 1:00\sPM$/],
  ['en', now / 1000 + 400 * day, /^Expires Dec\u00a026,\u00a02027$/],
  ['zh_CN', now / 1000 + 7 * day, /^11\u2060月\u206028\u2060日到期$/],
  ['en', noExpiry, /^Never expires$/],
] as const)(
  'says when a link expires in as few words as possible, in %s: %d',
  (language, expiresAt, words) => {
    setLanguage(language);
    expect(shortExpiryText(expiresAt, now)).toMatch(words);
  },
);
