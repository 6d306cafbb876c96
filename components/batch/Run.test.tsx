import { failedFor } from '../../lib/shortening/test-helpers/attempts.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { expect, it } from 'vitest';
import type { Failure } from '../../lib/failures/schema.ts';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import { formatList, plural, text } from '../../lib/i18n/texts.ts';
import type { Batch } from '../../lib/batch/batch.ts';
import { batchOf, created, openPage, waiting } from '../testing/batch-page.tsx';
import { browser } from '../testing/browser.ts';

/** Renders the page with a run that begins. */
const openRun = (
  batch: Batch,
  prepare: (page: ReturnType<typeof openPage>) => void = () => undefined,
  options: Parameters<typeof openPage>[0] = {},
) => {
  const page = openPage(options);
  prepare(page);
  page.state.run(batch);
  return page;
};

/** The same, whose first requests fail like this. */
const openFailing = (batch: Batch, failures: readonly Failure[], query = '?window=1') => {
  const prepare = ({ shorten }: ReturnType<typeof openPage>) =>
    failures.forEach((failure) =>
      shorten.mockImplementationOnce((request) => Promise.resolve(failedFor(request, failure))),
    );
  return openRun(batch, prepare, { query });
};

const two = batchOf({ One: waiting, Two: waiting });
const broken: Failure = { reason: 'internal-server-error', hadEffect: 'maybe' };

const whyUnknown = (may: string): string =>
  [text('failure_internal_server_error'), may, 'Check History before you try again.'].join('\n');

const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const heading = (name: string) => screen.findByRole('heading', { name });
const rowOf = (title: string) => screen.getByText(title).closest('li');
const statuses = (): string[] => screen.getAllByRole('status').map(({ textContent }) => textContent);

it('announces the begin and the end, and moves the focus to the list when it is complete', async () => {
  const answer = Promise.withResolvers<undefined>();
  openRun(two, ({ shorten }) =>
    shorten.mockImplementation((request) => answer.promise.then(() => created(request))),
  );
  await waitFor(() => expect(statuses()).toEqual([text('batchStarted', '2')]));
  const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: text('batchProgress') });
  expect([bar.value, bar.max]).toEqual([0, 2]);
  expect(rowOf('One')?.textContent).toContain(text('batchSending'));
  // Below the title, where the short link will be: no row changes its height.
  expect(rowOf('One')?.textContent).toContain('a.example/One');
  expect(document.activeElement?.textContent).toBe(text('batchProgressCount', '0', '2'));
  expect(screen.getByText(text('batchRunning'))).toBeTruthy();

  answer.resolve(undefined);
  await heading(plural('batchCreated', 2));
  expect(rowOf('One')?.textContent).not.toContain('a.example/One');
  expect(statuses()).toContain(plural('batchCreated', 2));
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByRole('link', { name: 's.example/One' })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(button('Copy all')));
});

it('announces a longer run at its quarters only', async () => {
  const states = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`Page ${at}`, waiting]));
  openRun(batchOf(states));
  const heard = new Set<string>();
  await waitFor(() => {
    statuses().forEach((each) => heard.add(each));
    expect(heard).toContain(plural('batchCreated', 12));
  });
  const quarters = ['3', '6', '9'].map((done) => text('batchProgressCount', done, '12'));
  expect([...quarters, '', text('batchStarted', '12'), plural('batchCreated', 12)]).toEqual(
    expect.arrayContaining([...heard]),
  );
});

it('after Cancel finishes pending tabs, says so, and offers the rest with the focus on it', async () => {
  const answer = Promise.withResolvers<undefined>();
  const states = { One: waiting, Two: waiting, Three: waiting, Four: waiting };
  const { shorten } = openRun(batchOf(states), (page) =>
    page.shorten.mockImplementation((request) => answer.promise.then(() => created(request))),
  );
  fireEvent.click(await screen.findByRole('button', { name: text('batchCancel') }));
  await screen.findByText(text('batchCancelling'));
  expect(button(text('batchCancel')).getAttribute('aria-disabled')).toBe('true');
  answer.resolve(undefined);
  await heading(formatList([plural('batchCreated', 3), plural('batchNotCreated', 1)]));
  expect(rowOf('Four')?.textContent).toContain(text('batchNotSent'));
  expect(shorten).toHaveBeenCalledTimes(3);
  fireEvent.click(button(text('batchRetry', '1')));
  await heading(plural('batchCreated', 4));
});

it('says what went wrong with each tab, and retries an unknown outcome only when asked', async () => {
  const { shorten } = openFailing(two, [{ reason: 'link-invalid', hadEffect: 'no' }, broken]);
  await heading('Unknown outcome for 1 of 2 links');
  expect(statuses()).toContain(formatList([plural('batchUnknown', 1), plural('batchNotCreated', 1)]));
  expect(rowOf('One')?.textContent).toContain(text('failure_link_invalid'));
  expect(rowOf('Two')?.textContent).toContain(text('batchMayExist'));
  expect(screen.getByRole('alert').textContent).toBe(whyUnknown('It may have been created.'));
  expect(within(rowOf('One') ?? document.body).queryByRole('button')).toBeNull();

  fireEvent.click(button(text('batchTryAgainNamed', 'Two')));
  expect(document.activeElement).toBe(rowOf('Two'));
  await heading(formatList([plural('batchCreated', 1), plural('batchNotCreated', 1)]));
  expect(shorten).toHaveBeenLastCalledWith(expect.objectContaining({ another: true }));
});

it('says once why several links may exist, and tries them again with one button', async () => {
  const { shorten } = openFailing(two, [broken, broken]);
  await heading('Unknown outcome for 2 of 2 links');
  expect(screen.getByRole('alert').textContent).toBe(whyUnknown('They may have been created.'));
  await waitFor(() => expect(document.activeElement).toBe(button('Check History')));
  fireEvent.click(button('Check History'));
  expect(browser.tabs.create).toHaveBeenCalledExactlyOnceWith({ url: '/history.html' });
  expect(screen.queryByRole('button', { name: text('batchTryAgainNamed', 'One') })).toBeNull();
  fireEvent.click(button('Try 2 again'));
  await waitFor(() => expect(statuses()).toEqual([text('batchStarted', '2')]));
  await heading(plural('batchCreated', 2));
  expect(shorten.mock.calls.map(([{ another }]) => another)).toEqual([false, false, true, true]);
});

it('says that there was no answer, and in a private window sends nobody to the history', async () => {
  openFailing(two, [{ reason: 'unreachable', hadEffect: 'maybe' }], '?window=1&private=1');
  await heading('No answer for 1 of 2 links');
  expect(screen.getByRole('alert').textContent).toBe(
    `It may have been created.\n${text('failureSecondLink')}`,
  );
  expect(screen.queryByRole('button', { name: 'Check History' })).toBeNull();
});

it('stops with an alert at a failure that affects all tabs, and opens the settings if they help', async () => {
  openFailing(two, Array<Failure>(3).fill({ reason: 'not-connected', hadEffect: 'no' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text('failure_not_connected')));
  fireEvent.click(button(text('settings')));
  expect(browser.runtime.openOptionsPage).toHaveBeenCalledOnce();
  expect(rowOf('Two')?.textContent).toContain(text('batchNotSent'));
});

it('stops with an alert when the service fails three times in a row', async () => {
  const states = { One: waiting, Two: waiting, Three: waiting, Four: waiting };
  openFailing(batchOf(states), Array<Failure>(4).fill({ ...broken, hadEffect: 'no' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text('batchNoAnswer')));
});

it('shows a pause that the service wants, and announces it once', async () => {
  openFailing(batchOf({ One: waiting }), [{ reason: 'too-many-requests', hadEffect: 'no', retryAfter: 30 }]);
  expect(await screen.findByText('0 of 1 done. Resuming in 30 s.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: text('batchPaused') })).toBeTruthy();
  expect(statuses()).toEqual([text('batchPauseStarted', '30 seconds')]);
  fireEvent.click(button(text('batchCancel')));
  await heading(plural('batchNotCreated', 1));
});

it('counts a link that existed already apart, and marks it with its expiry time', async () => {
  openRun(batchOf({ One: waiting, Two: waiting, Three: waiting }), ({ shorten }) =>
    shorten.mockImplementationOnce(async (request) => ({ ...(await created(request)), isReused: true })),
  );
  await heading('2 links created, 1 reused');
  expect(rowOf('One')?.textContent).toMatch(/Reused · Expires .*2030/);
});

it('acknowledges each outcome, also one of which only the history says, so that the popup does not show it', async () => {
  const { shorten, attempt, acknowledge } = openRun(two, (page) => {
    page.shorten.mockResolvedValueOnce(undefined);
    page.attempt.mockImplementationOnce(({ id }) =>
      Promise.resolve(testAttempt({ id, shortLink: 'https://s.example/One' })),
    );
  });
  await heading(plural('batchCreated', 2));
  const keys = shorten.mock.calls.map(([{ id }]) => ({ id, private: false }));
  // Milliseconds: a look-up is repeated.
  expect(attempt).toHaveBeenCalledExactlyOnceWith(keys[0], 3_000);
  expect(acknowledge.mock.calls.flat()).toEqual(expect.arrayContaining(keys));
});
