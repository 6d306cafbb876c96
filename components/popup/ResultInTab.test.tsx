import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { failedDelivery, testDelivery } from '../../lib/delivery/test-helpers/delivery.ts';
import type { StoredDelivery } from '../../lib/delivery/types.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { settings } from '../page.ts';
import { browser } from '../testing/browser.ts';
import { alerts, descriptionOf, passTime, press } from '../testing/dom.ts';
import { answerPopup, attempt, pageLink, setSettings, shortLink, typeLink } from '../testing/popup.tsx';
import { loadParts } from './Later.tsx';
import { ResultInTab } from './ResultInTab.tsx';

const request = { ...testDelivery().request, link: pageLink, title: 'An article' };
const created = (change: Partial<StoredDelivery> = {}) =>
  testDelivery({ attempt: attempt(), request, ...change }, 'undo');
const failed = (failure: Failure) => ({ ...failedDelivery(failure), request });

interface TabOptions {
  settings?: Partial<typeof settings.value>;
  /** Whether the extension may show notifications and copy without a page. */
  isGranted?: boolean;
}

/** Renders the popup in a tab with this outcome: null if it is not stored any more, undefined if nothing answers. */
const show = (delivery: StoredDelivery | null | undefined, options: TabOptions = {}): void => {
  const { settings: changes, isGranted = true } = options;
  location.hash = '#delivery';
  answerPopup({ outcome: () => Promise.resolve(delivery) });
  setSettings(changes);
  vi.spyOn(browser.permissions, 'contains').mockResolvedValue(isGranted);
  void loadParts();
  render(<ResultInTab id="delivery" />);
};
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Short link' });
const copied = async (): Promise<string | undefined> => vi.mocked(copy).mock.lastCall?.[0];

it('says at once that the link is being created, then shows it as the popup does, copied', async () => {
  show(created());
  expect(screen.getByText('Shortening…').role).toBe('status');
  expect((await field()).value).toBe(shortLink);
  expect(background.outcome).toHaveBeenCalledExactlyOnceWith({ id: 'delivery' });
  expect(screen.getByRole('heading', { name: 'An article' })).toBeTruthy();
  expect([document.title, await copied()]).toEqual(['Your short link', shortLink]);
  expect(screen.getByRole('button', { name: 'Undo' }).textContent).toContain('Undo · 10 s');
  // What the popup shows beside its form is not for a tab.
  expect([background.unacknowledged, background.recent].map((each) => vi.mocked(each).mock.calls)).toEqual([
    [],
    [],
  ]);
  press('Done');
  await waitFor(() => expect(browser.tabs.remove).toHaveBeenCalledExactlyOnceWith(1));
});

it.each([
  ['that the background has copied', created({ isCopied: true }), 'Copied'],
  ['that stands in the field of a page', created({ isReplaced: true }), undefined],
  [
    'that was undone before',
    created({ attempt: attempt({ change: { kind: 'delete', state: 'done', at: 1 } }) }),
    null,
  ],
])('copies no link %s', async (_, delivery, done) => {
  show(delivery);
  if (done === null) await screen.findAllByText('The short link no longer works.');
  else await field();
  await expect(copied()).rejects.toThrow('There is nothing to copy.');
  const button = screen.queryByRole('button', { name: 'Copy' });
  expect(button && button.dataset['done']).toBe(done);
});

it('names what was replaced and removed, and the warning', async () => {
  const link = 'http://localhost/';
  show(created({ request: { ...request, link }, removed: ['utm_source', 'fbclid'], isReplaced: true }));
  const description = descriptionOf(await field());
  for (const part of [
    'Replaced',
    'Tracking removed: utm_source, fbclid',
    'This address only works on this computer.',
  ])
    expect(description).toContain(part);
});

it('undoes the link for as long as is left, and shows it no more after a reload', async () => {
  show(created({ settledAt: Date.now() - 4000 }));
  await field();
  press('Undo');
  await screen.findByText('Your clipboard has the long address.');
  expect(background.undo).toHaveBeenCalledOnce();
  expect(location.hash).toBe('#undone');
});

it('creates another link of one that existed before, with the validity of the request', async () => {
  show(created({ attempt: attempt({ isReused: true }), buttons: [] }));
  await field();
  press('New link');
  await waitFor(() => expect(background.shorten).toHaveBeenCalledOnce());
  const { link, validity } = request;
  expect(background.shorten).toHaveBeenCalledWith(expect.objectContaining({ link, validity, another: true }));
});

it('shows a failure over the form, leads to the history first, and tries again in place', async () => {
  const delivery = failed({ reason: 'internal-server-error', hadEffect: 'maybe' });
  show(delivery);
  // A press on Enter does not create a second link.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Check History'));
  expect(document.title).toBe('Your short link may exist');
  press('Check History');
  expect(browser.tabs.create).toHaveBeenCalledExactlyOnceWith({
    url: `/history.html#check=${delivery.attempt.id}`,
  });
  press('Try again');
  expect((await field()).value).toBe(shortLink);
  expect(vi.mocked(background.shorten).mock.calls).toMatchObject([[{ link: pageLink, title: 'An article' }]]);
});

it('names the address of a failure while the form has it, as its page is not in sight', async () => {
  show(failed({ reason: 'too-many-requests', hadEffect: 'no', retryAfter: 2 }));
  const heading = await screen.findByRole('heading', { name: 'An article' });
  const address = () => heading.nextElementSibling?.textContent;
  expect(address()).toBe(pageLink.replace('https://', ''));
  typeLink('https://example.com/typed');
  expect(screen.getByRole('heading').textContent).toBe('Shorten a link');
  expect(address()).toBeUndefined();
});

it('counts a rate limit down before it tries again', async () => {
  vi.useFakeTimers();
  show(failed({ reason: 'too-many-requests', hadEffect: 'no', retryAfter: 2 }));
  await vi.dynamicImportSettled();
  await passTime(100);
  expect([document.title, screen.queryByRole('button', { name: 'Try again' })]).toEqual([
    'No link was created',
    null,
  ]);
  await passTime(2000);
  press('Try again');
  expect(background.shorten).toHaveBeenCalledOnce();
});

it('says that it does not know the outcome if nothing answers, and leads to the history if it is not stored', async () => {
  show(undefined);
  await waitFor(() => expect(alerts()).toContain(text('failure_interrupted')));
  document.body.replaceChildren();
  show(null, { isGranted: false });
  await screen.findByRole('heading', { name: 'This result is no longer available' });
  await expect.poll(() => document.title).toBe('This result is no longer available');
  expect(screen.getByRole('status').textContent).toBe(
    'If your link was created outside of a private window, it is in History.',
  );
  expect(screen.getByRole('link', { name: 'Settings' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Use notifications/ })).toBeNull();
  press('Check History');
  expect(browser.tabs.create).toHaveBeenCalledExactlyOnceWith({ url: '/history.html' });
});

it('names no history in a private window', async () => {
  browser.extension.inIncognitoContext = true;
  show(null);
  await screen.findByRole('heading', { name: 'This result is no longer available' });
  expect(screen.getByRole('status').textContent).toBe('');
  expect(screen.queryByRole('button')).toBeNull();
});

it('shortens as a private window does in one, if nothing answers', async () => {
  browser.extension.inIncognitoContext = true;
  show(undefined);
  await waitFor(() => expect(alerts()).toContain(text('failure_interrupted')));
  typeLink('https://example.com/typed');
  press('Try again');
  await waitFor(() => expect(background.shorten).toHaveBeenCalledOnce());
  expect(background.shorten).toHaveBeenCalledWith(expect.objectContaining({ private: true }));
});

// Firefox opens the page of a notification in the window in front.
it('does not change the link of a regular window in a private one, and shortens as a private window does', async () => {
  browser.extension.inIncognitoContext = true;
  show(created());
  await field();
  expect(['Undo', 'More'].filter((name) => screen.queryByRole('button', { name }))).toEqual([]);
  expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  press('New link');
  await waitFor(() => expect(background.shorten).toHaveBeenCalledOnce());
  expect(background.shorten).toHaveBeenCalledWith(expect.objectContaining({ private: true }));
});

it.each([
  ['Firefox', /^Firefox does not let extensions act on this page\. If Mozilla restricts its site/],
  ['Chromium', /^The page could not show the result\.$/],
])(
  'says why the page of the link could not show it if scripts were refused there: %s',
  async (kind, sentence) => {
    vi.stubEnv('FIREFOX', kind === 'Firefox' ? '1' : '');
    show(created({ isRefused: true }), { isGranted: false });
    expect(await screen.findByText(sentence)).toBeTruthy();
  },
);

it.each([
  [true, /Notifications now show your results/],
  [false, /Nothing changes/],
])('offers notifications in its place, and says what the browser answered: %s', async (answer, sentence) => {
  vi.spyOn(browser.permissions, 'request').mockResolvedValue(answer);
  show(created(), { isGranted: false });
  const button = await screen.findByRole('button', { name: 'Use notifications instead' });
  fireEvent.click(button);
  const permissions = ['clipboardWrite', 'notifications'];
  expect(browser.permissions.request).toHaveBeenCalledExactlyOnceWith({ permissions });
  const note = await screen.findByText(sentence);
  if (answer) await waitFor(() => expect(document.activeElement).toBe(note));
  expect([button.isConnected, note.role]).toEqual([!answer, answer ? null : 'status']);
});
