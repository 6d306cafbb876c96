import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { text, plural } from '../../lib/i18n/texts.ts';
import { batchOf, openPage, tab, waiting } from '../testing/batch-page.tsx';
import { alerts, descriptionOf } from '../testing/dom.ts';
import type { BatchView } from './batch-actions.ts';

const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const hasFocus = (name: string) => waitFor(() => expect(document.activeElement).toBe(button(name)));

it('requests the permission with the reason, says what remains when it is refused, and can retry', async () => {
  const actions = openPage({ at: 'ask' });
  await hasFocus(text('batchAllow'));
  expect(descriptionOf(button(text('batchAllow')))).toBe(text('batchAskWhy'));
  actions.requestTabsPermission.mockResolvedValueOnce(false);
  fireEvent.click(button(text('batchAllow')));
  await waitFor(() => expect(alerts()).toBe(text('batchRefused')));
  expect(actions.readTabs).not.toHaveBeenCalled();

  actions.readTabs.mockResolvedValue([tab('One')]);
  fireEvent.click(button(text('batchAllow')));
  await hasFocus(plural('batchStart', 1));
});

it.each([
  ['the address of the page names no tabs', { at: 'no-tabs' }, 'batchNotOpened'],
  ['the tabs are closed', { at: 'plan', tabs: [] }, 'batchGone'],
  ['no tab can be shortened', { at: 'plan', tabs: [tab('', { link: 'about:blank' })] }, 'batchNone'],
] as const)('says so in an alert and offers no start where %s', (_, first, sentence) => {
  openPage(first.at === 'plan' ? { at: 'plan', tabs: [...first.tabs] } : first);
  expect(alerts()).toBe(text(sentence));
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows the tabs to shorten, and counts the chosen ones', async () => {
  openPage({ at: 'plan', tabs: [tab('One'), tab('Two')] });
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
  openPage({ at: 'plan', tabs: [tab('One'), tab('Two')] });
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
  const actions = openPage({ at: 'plan', tabs: [tab('One'), tab('Two'), tab('Three')] });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Two' }));
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'day' } });
  fireEvent.click(button(plural('batchStart', 2)));
  await screen.findByRole('heading', { name: plural('batchCreated', 2) });
  expect(actions.shorten.mock.calls.map(([{ link, validity }]) => [link, validity])).toEqual(
    ['One', 'Three'].map((title) => [`https://a.example/${title}`, { kind: 'duration', seconds: 86_400 }]),
  );
  expect(actions.rememberChoice).toHaveBeenCalledWith('day');
});

it('sends nothing if no tab is chosen, or if the custom expiry time is in the past', async () => {
  const actions = openPage({ at: 'plan', tabs: [tab('One')] });
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
  expect(actions.shorten).not.toHaveBeenCalled();
  // A corrected time is not wrong any more.
  fireEvent.input(screen.getByLabelText(text('expiresAtLabel')), { target: { value: '2131-01-01T00:00' } });
  await expect.poll(alerts).toBe('');
});

it('names the tabs that are left out with the reasons, folded, and notes removed tracking', () => {
  const pages = ['about:config', 'chrome://settings'].map((link) => tab('Settings', { link }));
  const cleaned = tab('Cleaned', { removed: ['utm_source', 'fbclid'] });
  openPage({ at: 'plan', tabs: [tab('One'), cleaned, ...pages] });
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
  openPage({ at: 'plan', tabs: [...tabs, tab('One'), tab('Hidden', { private: true })] });
  const router = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Router' });
  expect([router.checked, descriptionOf(router)]).toEqual([true, text('urlWarning_private_network')]);
  fireEvent.click(button('2 left out'));
  const [first, second] = within(screen.getByRole('list', { name: '2 left out' })).getAllByRole('listitem');
  expect(first?.textContent).toContain(text('batchSkipped_duplicate'));
  expect(second?.textContent).toContain(text('batchSkipped_private_tab'));
});

it('gives no common reason for what is left out where there is none', () => {
  openPage({ at: 'plan', tabs: [tab('One'), tab('One'), tab('', { link: 'about:blank' })] });
  expect(button('2 left out')).toBeTruthy();
});

it.each([
  ['may have a link', { isUncertain: true }, 'batchUncertain'],
  [
    'signs other people in',
    { link: 'https://a.example/?access_token=0123456789abcdef' },
    'urlWarning_secret',
  ],
] as const)('leaves out a tab that %s, until it is selected', async (_, change, warning) => {
  const actions = openPage({ at: 'plan', tabs: [tab('One', change), tab('Two')] });
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'One' });
  expect([box.checked, descriptionOf(box)]).toEqual([false, text(warning)]);
  fireEvent.click(button(plural('batchStart', 1)));
  await screen.findByRole('heading', { name: plural('batchCreated', 1) });
  expect(actions.shorten.mock.calls.map(([{ title }]) => title)).toEqual(['Two']);
});

it.each([
  [0, 'Shorten all tabs'],
  [3, 'Shorten 3 selected tabs'],
])('is named by what it shortens, %d selected', (selected, name) => {
  openPage({ at: 'ask' }, { selected });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(name);
  expect(document.title).toBe(name);
});

it('says of private tabs that nothing is stored, and stores no choice of theirs', async () => {
  const actions = openPage({ at: 'plan', tabs: [tab('One', { private: true })] }, { private: true });
  expect(screen.getByText(text('batchPrivate'))).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'day' } });
  fireEvent.click(button(plural('batchStart', 1)));
  await screen.findByRole('heading', { name: plural('batchCreated', 1) });
  expect(actions.shorten).toHaveBeenCalledWith(expect.objectContaining({ private: true }));
  expect(actions.rememberChoice).not.toHaveBeenCalled();
});

it('after a reload in the middle of a run sends nothing until it is resumed', async () => {
  const created = { kind: 'created', shortLink: 'https://s.example/One', expiresAt: 1_900_000_000 } as const;
  const actions = openPage({ at: 'resume', batch: batchOf({ One: created, Two: waiting }) });
  await hasFocus(text('batchResume'));
  expect(descriptionOf(button(text('batchResume')))).toBe(plural('batchInterrupted', 2, '1'));
  expect(actions.shorten).not.toHaveBeenCalled();
  fireEvent.click(button(text('batchResume')));
  await screen.findByRole('heading', { name: plural('batchCreated', 2) });
  expect(actions.shorten).toHaveBeenCalledOnce();
});

it('starts over with the tabs that are open now', async () => {
  const actions = openPage({ at: 'resume', batch: batchOf({ One: waiting }) });
  actions.readTabs.mockResolvedValue([tab('New')]);
  fireEvent.click(button(text('batchStartOver')));
  expect(await screen.findByRole('checkbox', { name: 'New' })).toBeTruthy();
  expect(actions.clearStoredBatch).toHaveBeenCalledOnce();
});

it('the connection can be chosen for the run, and brings its validity unless the person has chosen one', async () => {
  const work = testInfo({ id: 'work', name: 'Work' });
  const own = testInfo({ id: 'own', name: 'Own', hue: 3 });
  const view: Partial<BatchView> = {
    connection: work,
    connections: [work, own],
    offeredValidity: ({ id }) => (id === 'own' ? 'day' : 'week'),
  };
  const actions = openPage({ at: 'plan', tabs: [tab('A')] }, view);
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
  await waitFor(() => expect(actions.shorten.mock.lastCall?.[0]).toMatchObject({ connection: 'own' }));
});
