import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { text, plural } from '../../lib/i18n/texts.ts';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { created, openPage, openPlan, start, tab } from '../testing/batch-page.tsx';
import { browser } from '../testing/browser.ts';
import { alerts, descriptionOf } from '../testing/dom.ts';
import { openBatchState } from './batch-state.ts';
import { BatchPage } from './BatchPage.tsx';

const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const hasFocus = (name: string) => waitFor(() => expect(document.activeElement).toBe(button(name)));

/** Starts the run for so many tabs, and waits for its end. */
const createLinks = (count: number) => {
  fireEvent.click(button(plural('batchStart', count)));
  return screen.findByRole('heading', { name: plural('batchCreated', count) });
};

/** The browser has this tab open. */
const hasTab = (title: string) =>
  vi
    .spyOn(browser.tabs, 'query')
    .mockResolvedValue([{ id: 2, url: `https://a.example/${title}`, title, incognito: false }] as never);

/** The validity that is stored as the one that was chosen last. */
const lastValidity = () =>
  (browser.storage.local.values['settings'] as { lastValidity?: string } | undefined)?.lastValidity;

it('requests the permission with the reason, says what remains when it is refused, and can retry', async () => {
  const { state } = openPage();
  await state.open();
  await hasFocus(text('batchAllow'));
  expect(descriptionOf(button(text('batchAllow')))).toBe(text('batchAskWhy'));
  const query = hasTab('One');
  query.mockClear();
  vi.spyOn(browser.permissions, 'request').mockResolvedValueOnce(false);
  fireEvent.click(button(text('batchAllow')));
  await waitFor(() => expect(alerts()).toBe(text('batchRefused')));
  expect(query).not.toHaveBeenCalled();

  fireEvent.click(button(text('batchAllow')));
  await hasFocus(plural('batchStart', 1));
});

it('shows the tabs within a second though the background, which knows of running jobs, does not answer', async () => {
  const { state } = openPage();
  hasTab('One');
  vi.spyOn(browser.permissions, 'contains').mockResolvedValue(true);
  vi.spyOn(background, 'jobs').mockReturnValue(new Promise(() => undefined));
  void state.open();
  await waitFor(() => expect(button(plural('batchStart', 1))).toBeTruthy(), { timeout: 1000 });
});

it('says in an alert that the address of the page selects no tabs', () => {
  render(<BatchPage state={null} />);
  expect(alerts()).toBe(text('batchNotOpened'));
  expect(screen.queryByRole('button')).toBeNull();
});

it.each([
  ['the tabs are closed', [], 'batchGone'],
  ['no tab can be shortened', [tab('', { link: 'about:blank' })], 'batchNone'],
] as const)('says so in an alert and offers no start where %s', (_, tabs, sentence) => {
  openPlan(tabs);
  expect(alerts()).toBe(text(sentence));
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows the tabs to shorten, and counts the chosen ones', async () => {
  openPlan([tab('One'), tab('Two')]);
  await hasFocus('Shorten 2 tabs');
  expect(descriptionOf(button('Shorten 2 tabs'))).toBe('2 of 2 tabs');
  expect(screen.getByText('2 of 2 tabs').getAttribute('role')).toBe('status');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: text('validityLabel') }).value).toBe('week');
  const list = screen.getByRole('list', { name: text('batchIncluded') });
  const box = within(list).getByRole('checkbox', { name: 'One' });
  expect(descriptionOf(box)).toBe('a.example/One');
  fireEvent.click(box);
  expect(descriptionOf(button('Shorten 1 tab'))).toBe('1 of 2 tabs');
});

it('selects all tabs or none with one checkbox', async () => {
  openPlan([tab('One'), tab('Two')]);
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: text('batchSelectAll') });
  expect([all.checked, all.indeterminate]).toEqual([true, false]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'One' }));
  await waitFor(() => expect([all.checked, all.indeterminate]).toEqual([false, true]));
  fireEvent.click(all);
  await waitFor(() => expect(button(plural('batchStart', 2))).toBeTruthy());
  fireEvent.click(all);
  await waitFor(() => expect(screen.getByText(text('batchStartNone'))).toBeTruthy());
});

it('sends only the chosen tabs, with the chosen validity, and remembers that', async () => {
  const { shorten } = openPlan([tab('One'), tab('Two'), tab('Three')]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Two' }));
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'day' } });
  await createLinks(2);
  expect(shorten.mock.calls.map(([{ link, validity }]) => [link, validity])).toEqual(
    ['One', 'Three'].map((title) => [`https://a.example/${title}`, { kind: 'duration', seconds: 86_400 }]),
  );
  expect(lastValidity()).toBe('day');
});

it('sends nothing if no tab is chosen, or if the custom expiry time is in the past', async () => {
  const { shorten } = openPlan([tab('One')]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'One' }));
  expect(screen.getByText(text('batchStartNone')).getAttribute('role')).toBe('status');
  fireEvent.click(button(text('shorten')));
  fireEvent.click(screen.getByRole('checkbox', { name: 'One' }));
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'custom' } });
  fireEvent.input(screen.getByLabelText(text('expiresAtLabel')), { target: { value: '2001-01-01T00:00' } });
  fireEvent.click(button(plural('batchStart', 1)));
  expect(alerts()).toBe(text('failure_expiry_past'));
  expect(document.activeElement).toBe(screen.getByLabelText(text('expiresAtLabel')));
  await Promise.resolve();
  expect(shorten).not.toHaveBeenCalled();
  // A corrected time is not wrong any more.
  fireEvent.input(screen.getByLabelText(text('expiresAtLabel')), { target: { value: '2131-01-01T00:00' } });
  await expect.poll(alerts).toBe('');
});

it('names the tabs that are left out with the reasons, folded, and notes removed tracking', () => {
  const pages = ['about:config', 'chrome://settings'].map((link) => tab('Settings', { link }));
  const cleaned = tab('Cleaned', { removed: ['utm_source', 'fbclid'] });
  openPlan([tab('One'), cleaned, ...pages]);
  expect(screen.getByRole('checkbox', { name: 'Cleaned' }).closest('li')?.textContent).toBe(
    `CCleaneda.example/Cleaned · ${text('batchRemoved', 'utm_source, fbclid')}`,
  );
  const unfold = button('2 left out: not a web page');
  expect([unfold.getAttribute('aria-expanded'), screen.queryAllByRole('list').length]).toEqual(['false', 1]);
  fireEvent.click(unfold);
  const list = screen.getByRole('list', { name: '2 left out: not a web page' });
  expect([list.id, list.textContent]).toEqual([
    unfold.getAttribute('aria-controls'),
    `SSettings${text('batchSkipped_browser_page')}`.repeat(2),
  ]);
});

it('warns of an address that works in one network only, and says of each tab why it is left out', () => {
  const tabs = [tab('One'), tab('Router', { link: 'http://192.168.0.1/' })];
  openPlan([...tabs, tab('One'), tab('Hidden', { private: true })]);
  const router = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Router' });
  expect([router.checked, descriptionOf(router)]).toEqual([true, text('urlWarning_private_network')]);
  fireEvent.click(button('2 left out'));
  const [first, second] = within(screen.getByRole('list', { name: '2 left out' })).getAllByRole('listitem');
  expect(first?.textContent).toContain(text('batchSkipped_duplicate'));
  expect(second?.textContent).toContain(text('batchSkipped_private_tab'));
});

it.each([
  ['may have a link', { isUncertain: true }, 'batchUncertain'],
  [
    'signs other people in',
    { link: 'https://a.example/?access_token=0123456789abcdef' },
    'urlWarning_secret',
  ],
] as const)('leaves out a tab that %s, until it is selected', async (_, change, warning) => {
  const { shorten } = openPlan([tab('One', change), tab('Two')]);
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'One' });
  expect([box.checked, descriptionOf(box)]).toEqual([false, text(warning)]);
  await createLinks(1);
  expect(shorten.mock.calls.map(([{ title }]) => title)).toEqual(['Two']);
});

it.each([
  ['?window=1', 'Tabs in this window'],
  ['?tabs=4,5,6', '3 selected tabs'],
])('names the tabs that it shortens: %s', (query, name) => {
  openPage({ query });
  expect(screen.getByRole<HTMLInputElement>('radio', { name }).checked).toBe(true);
});

it('says of private tabs that nothing is stored, and stores no choice of theirs', async () => {
  const { shorten } = openPlan([tab('One', { private: true })], { query: '?window=1&private=1' });
  expect(screen.getByText(text('batchPrivate'))).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'day' } });
  await createLinks(1);
  expect(shorten).toHaveBeenCalledWith(expect.objectContaining({ private: true }));
  expect(lastValidity()).toBeUndefined();
});

it('says so if the background does not begin the job, and begins the same one if it is pressed again', async () => {
  openPlan([tab('One')]);
  const started = vi.mocked(background.startJob).mockResolvedValueOnce(undefined);
  fireEvent.click(button(plural('batchStart', 1)));
  await waitFor(() => expect(alerts()).toBe(text('jobLost')));
  await createLinks(1);
  expect(new Set(started.mock.calls.map(([{ id }]) => id)).size).toBe(1);
});

it('begins another job after a begin without an answer if other tabs are selected by then', async () => {
  const { shorten } = openPlan([tab('One'), tab('Two')]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Two' }));
  const started = vi.mocked(background.startJob).mockResolvedValueOnce(undefined);
  fireEvent.click(button(plural('batchStart', 1)));
  await waitFor(() => expect(alerts()).toBe(text('jobLost')));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Two' }));
  await createLinks(2);
  expect(shorten).toHaveBeenCalledTimes(2);
  expect(new Set(started.mock.calls.map(([{ id }]) => id)).size).toBe(2);
});

it('shows a job whose begin was not answered', async () => {
  const { runner } = openPlan([tab('One')]);
  vi.mocked(background.startJob).mockImplementationOnce(async (request) => {
    await runner.start(request);
    return undefined;
  });
  await createLinks(1);
});

it('the connection can be chosen for the run, and brings its validity unless the person has chosen one', async () => {
  const work = testInfo({ id: 'work', name: 'Work' });
  const own = testInfo({ id: 'own', name: 'Own', hue: 3, validity: 'day' });
  const { shorten } = openPlan([tab('A')], { connections: [work, own] });
  const chooseOther = async (shown: string, name: string) => {
    fireEvent.click(screen.getByRole('button', { name: `${text('connectionTitle')}: ${shown}` }));
    fireEvent.click(await screen.findByRole('menuitemradio', { name }));
  };
  const validity = () => screen.getByRole<HTMLSelectElement>('combobox').value;
  await chooseOther('Work', 'Own');
  expect(validity()).toBe('day');
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'month' } });
  await chooseOther('Own', 'Work');
  expect(validity()).toBe('month');
  await chooseOther('Work', 'Own');
  fireEvent.click(screen.getByRole('button', { name: plural('batchStart', 1) }));
  await waitFor(() => expect(shorten.mock.lastCall?.[0]).toMatchObject({ connection: 'own' }));
});

it.each([
  ['', 'work', 'week'],
  ['&connection=own', 'own', 'day'],
  ['&connection=own&validity=month', 'own', 'month'],
  ['&connection=gone', 'work', 'week'],
])(
  'begins with the connection and the validity of its address, if there are any: %s',
  async (query, id, validity) => {
    const connections = [testInfo({ id: 'work' }), testInfo({ id: 'own', validity: 'day' })];
    const { shorten } = openPlan([tab('A')], { query: `?window=1${query}`, connections });
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe(validity);
    fireEvent.click(button(plural('batchStart', 1)));
    await waitFor(() => expect(shorten.mock.lastCall?.[0]).toMatchObject({ connection: id }));
  },
);

it.each([
  ['that runs', '?window=1'],
  ['of private tabs', '?window=1&private=1'],
  ['that was begun after the one of the address was closed', '?window=1&job=closed'],
])('shows after a reload the job %s, which has gone on', async (_, query) => {
  vi.spyOn(location, 'search', 'get').mockReturnValue(query);
  const replaced = vi.spyOn(history, 'replaceState');
  const page = openPage({ query });
  const answer = Promise.withResolvers<undefined>();
  page.shorten.mockImplementation((request) => answer.promise.then(() => created(request)));
  await start(page, 'One', 'Two');
  await screen.findByRole('button', { name: text('jobStop') });
  cleanup();
  vi.spyOn(location, 'search', 'get').mockReturnValue(String(replaced.mock.lastCall?.[2]));
  render(<BatchPage state={await openBatchState()} />);
  expect(screen.getByText('Two')).toBeTruthy();
  answer.resolve(undefined);
  await screen.findByRole('heading', { name: plural('batchCreated', 2) });
  expect(page.shorten).toHaveBeenCalledTimes(2);
});

it('shows a job that runs, whose tab was closed, above the tabs', async () => {
  const page = openPage();
  const answer = Promise.withResolvers<undefined>();
  page.shorten.mockImplementation((request) => answer.promise.then(() => created(request)));
  await start(page, 'One', 'Two');
  cleanup();
  vi.spyOn(browser.permissions, 'contains').mockResolvedValueOnce(true);
  vi.spyOn(location, 'search', 'get').mockReturnValue('?window=2');
  hasTab('Three');
  render(<BatchPage state={await openBatchState()} />);
  await screen.findByRole('heading', { name: 'Shortening 0 of 2 links' });
  await hasFocus(plural('batchStart', 1));
  answer.resolve(undefined);
  await screen.findByRole('heading', { name: plural('batchCreated', 2) });
  fireEvent.click(button(text('done')));
  await waitFor(() => expect(screen.queryByRole('heading', { name: plural('batchCreated', 2) })).toBeNull());
  expect(button(plural('batchStart', 1))).toBeTruthy();
  expect(await page.runner.list(false)).toEqual([]);
});

it('shows the tabs if the job of its address was closed', async () => {
  vi.spyOn(location, 'search', 'get').mockReturnValue(`?window=1&job=${crypto.randomUUID()}`);
  openPage();
  cleanup();
  vi.spyOn(browser.permissions, 'contains').mockResolvedValueOnce(true);
  hasTab('One');
  render(<BatchPage state={await openBatchState()} />);
  expect(await screen.findByRole('checkbox', { name: 'One' })).toBeTruthy();
});
