import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sleep } from '../../lib/async/async.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { expiryText } from '../../lib/i18n/dates.ts';
import { isHistoryLost } from '../../lib/history/database.ts';
import type { History as LinkHistory } from '../../lib/history/history.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import { loseStorage } from '../../lib/storage/test-helpers/fake-browser.ts';
import { browser } from '../testing/browser.ts';
import {
  allRead,
  attempt,
  openList,
  openPage,
  pageItem,
  rowButton,
  rowOf,
  titles,
  unknownAttempt,
} from '../testing/history-page.tsx';

// Noon in the local time zone: no test runs across midnight.
const stopAtNoon = () => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 23, 12) });
stopAtNoon();
beforeEach(stopAtNoon);

const now = Math.floor(Date.now() / 1000);
const day = 86_400;

const three = [
  attempt({ title: 'Möwen an der See', expiresAt: now + 3 * day + 60, createdAt: 3 }),
  attempt({ title: '灯塔的历史', link: 'https://b.example/%C3%BCber', expiresAt: now + 1230, createdAt: 2 }),
  attempt({
    title: 'Ships',
    link: 'https://c.example/ships',
    shortLink: 'https://s.example/9z',
    expiresAt: now - day,
  }),
].map((each, at) => ({ ...each, createdAt: Date.now() - at * 1000 }));

const search = (query: string) =>
  fireEvent.input(screen.getByRole('searchbox'), { target: { value: query } });

const choose = (name: string, option: string) => {
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name });
  const found = [...select.options].find(({ label, textContent }) => [label, textContent].includes(option));
  fireEvent.change(select, { target: { value: found?.value } });
};

it('each link has a named checkbox and described buttons', async () => {
  const names = ['Copy', 'QR code', 'More'];
  await openList(three);

  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('History');
  expect(screen.getByRole('search')).toBeTruthy();
  expect(screen.getByRole('searchbox', { name: text('historySearch') })).toBeTruthy();
  expect(screen.getByRole('list', { name: text('historyListLabel') })).toBeTruthy();
  const row = rowOf('Möwen an der See');
  const box = screen.getByRole('checkbox', { name: 'Möwen an der See' });
  const description = document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent;
  expect([row.contains(box), row.title, description]).toEqual([true, 'Copy', 's.example/aB33 days left']);
  const time = screen.getByText('3 days left');
  expect([row.contains(time), time.title]).toEqual([true, expiryText(three[0]?.expiresAt ?? 0)]);
  const buttons = [...row.querySelectorAll('button')];
  expect(buttons.map((each) => each.getAttribute('aria-label'))).toEqual(names);
  const described = buttons.map((each) => each.getAttribute('aria-describedby') ?? '');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(
    names.map(() => 'Möwen an der See'),
  );
  fireEvent.click(rowButton('Möwen an der See', text('more')));
  const menu = await screen.findAllByRole('menuitem');
  // A click beside the items is none on the row, which copies.
  fireEvent.click(screen.getByRole('menu', { name: text('more') }));
  expect(copy).not.toHaveBeenCalled();
  expect(menu.map(({ textContent }) => textContent)).toEqual([
    'Open short link',
    'Open page',
    'Copy address',
    'Add note…',
    'Copy as…',
    'New link',
    'Remove from History',
  ]);
});

it('an expired link can be created again, and is neither copied nor shown as a code', async () => {
  await openList(three);
  const row = rowOf('Ships');
  const names = within(row)
    .getAllByRole('button')
    .map((each) => each.getAttribute('aria-label'));
  expect([row.title, ...names]).toEqual(['New link', 'New link', 'More']);
  fireEvent.click(rowButton('Ships', 'More'));
  const menu = await screen.findAllByRole('menuitem');
  const items = ['Open page', 'Copy address', 'Add note…', 'Remove from History'];
  expect(menu.map(({ textContent }) => textContent)).toEqual(items);
});

it('has a heading for each period while it is sorted by time', async () => {
  await openList([...three, attempt({ title: 'Old', createdAt: new Date(2020, 1, 2, 12).getTime() })]);
  const headings = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings()).toEqual(['Today', 'February 2020']);
  fireEvent.change(screen.getByRole('combobox', { name: text('historyOrder') }), {
    target: { value: 'title' },
  });
  expect(headings()).toEqual([]);
});

it('shows an address once: without a title it is the title', async () => {
  await openList([attempt({ title: '', link: 'https://www.a.example/birds' }), ...three]);
  const words = (title: string) => rowOf(title).textContent;
  expect(words('a.example/birds').match(/a\.example/g)).toHaveLength(1);
  expect(words('Ships')).toContain('c.example/ships');
});

it('marks what was imported from a file, and nothing else', async () => {
  const imported = attempt({ title: 'Of a file', account: undefined });
  await openList([...three, imported]);
  const [mark, ...others] = screen.getAllByText(text('historyImported'));
  expect(mark?.closest('.row')?.querySelector('.name')?.textContent).toBe('Of a file');
  expect([mark?.title, others]).toEqual([text('historyImportedWhy'), []]);
});

it('is empty without links, and the announcement says first that it reads, then what it found', async () => {
  await openPage([]);
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    text('historyReading'),
  );
  await screen.findByText(text('historyEmptyTitle'));
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.queryByRole('button', { name: text('more') })).toBeNull();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  const choose = vi.fn();
  if (input) input.click = choose;
  fireEvent.click(screen.getByRole('button', { name: text('historyImport') }));
  expect(choose).toHaveBeenCalledOnce();
});

it.each([
  ['newer', new DOMException('', 'VersionError')],
  ['unreadable', new Error('The disk is full')],
] as const)('explains in an alert why there is no list: %s', async (problem, error) => {
  await openPage(three, {
    prepare: (history) => void vi.spyOn(history, 'newestFirst').mockRejectedValue(error),
  });
  const sentence = text(problem === 'newer' ? 'historyNewer' : 'historyUnreadable');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));
  expect(screen.queryByRole('searchbox')).toBeNull();
});

it.each([
  ['a private window', false, 'Private windows have no history. Open this page in a regular window'],
  ['a browser without regular windows', true, 'This browser is set to never remember history'],
])('reads nothing in %s, and says why', async (_, isMemoryOnly, reason) => {
  await openPage(three, { isPrivate: true, isMemoryOnly });
  expect((await screen.findByRole('alert')).textContent).toContain(reason);
  expect(screen.queryByRole('list')).toBeNull();
});

it('shows at once what another context changes', async () => {
  const { elsewhere } = await openList(three);
  const removed = await elsewhere.remove([three[2]?.id ?? '']);
  await allRead(2);
  await elsewhere.restore([...removed, { ...unknownAttempt({ title: 'New' }), state: 'sending' }]);
  await allRead(4);
  expect(screen.getByText(text('historySending'))).toBeTruthy();
});

describe('the toolbar', () => {
  it('offers to show all if nothing is found, and moves the focus to the search', async () => {
    await openList(three);
    search('nothing like it');
    expect(titles()).toEqual([]);
    expect(screen.getByText(text('historyNoneFoundWords'))).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: `${text('historyExpired')} 1` }));
    expect(screen.getByText(text('historyNoneFound'))).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: text('historyShowAll') }));
    expect(titles()).toHaveLength(3);
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  // Each filter and each order: lib/history/search.test.ts.
  it('filters what was found, counts all of it whatever was found, and sorts', async () => {
    await openList([...three, unknownAttempt({ createdAt: 1 })]);
    fireEvent.click(screen.getByRole('radio', { name: `${text('historyUnknown')} 1` }));
    expect(titles()).toEqual(['Birds']);
    search('ships');
    fireEvent.click(screen.getByRole('radio', { name: `${text('historyAll')} 4` }));
    expect(titles()).toEqual(['Ships']);
    search('');
    choose(text('historyOrder'), text('historyOldest'));
    expect(titles()).toEqual(['Birds', 'Ships', '灯塔的历史', 'Möwen an der See']);
  });
});

it('the search, the filter and the order outlive a reload of their tab, and end with the history', async () => {
  const openTab = async (id: number) => {
    cleanup();
    browser.tabs.getCurrent.mockResolvedValueOnce({ id, windowId: 1 });
    await openPage(three);
  };
  await openTab(1);
  await allRead(3);
  fireEvent.click(screen.getByRole('radio', { name: `${text('historyWeek')} 2` }));
  choose(text('historyOrder'), text('historyOldest'));
  search('s.example');
  await openTab(2);
  await allRead(3);
  expect(titles()).toHaveLength(3);
  await openTab(1);
  await waitFor(() => expect(titles()).toEqual(['灯塔的历史', 'Möwen an der See']));
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('s.example');
  fireEvent.click(await pageItem(text('historyClear')));
  fireEvent.click(screen.getByRole('button', { name: text('historyClearYes') }));
  await screen.findByText(text('historyEmptyTitle'));
  const stored = browser.storage.session.values['history-view'];
  expect(stored).toEqual({ query: '', filter: 'all', order: 'oldest', tab: 1 });
});

it('shows only the links of the filter that its address names, and all if there is no such filter', async () => {
  for (const [filter, count] of [
    ['week', 2],
    ['constructor', 3],
  ] as const) {
    cleanup();
    loseStorage();
    await openPage(three, { hash: `filter=${filter}` });
    await waitFor(() => expect(titles()).toHaveLength(count));
    await screen.findByRole('radio', { checked: true, name: /^(Expires within a week 2|All 3)$/ });
  }
});

it('has no filters for links that were not created, or perhaps not, if there are none', async () => {
  await openList(three);
  const names = screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent);
  expect(names).toEqual(['All 3', 'Active 2', 'Expires within a week 2', 'Expired 1']);
});

it('shows the number of links once, and again only if it is another one', async () => {
  await openList(three);
  const count = screen.getByText(plural('historyCount', 3));
  expect(screen.getByRole('radio', { name: `${text('historyAll')} 3` })).toBeTruthy();
  // The chip shows it, and assistive technology reads it.
  expect([count.getAttribute('role'), count.classList.contains('unseen')]).toEqual(['status', true]);
  search('Ships');
  await waitFor(() => expect(count.textContent).toBe(text('historyFound', '1', '3')));
  expect(count.classList.contains('unseen')).toBe(false);
  search('Planes');
  await waitFor(() => expect(count.textContent).toBe(text('historyFound', '0', '3')));
  expect(count.classList.contains('unseen')).toBe(false);
});

const some = [attempt({ title: 'One' }), attempt({ title: '灯塔' })];

it('says in an alert that the browser has lost links, until that is dismissed, and where the others may be', async () => {
  await openPage(some, {
    features: ['manage'],
    prepare: () => void (browser.storage.local.values['history-loss'] = true),
  });
  const note = await screen.findByText(text('historyLost'));
  expect(note.getAttribute('role')).toBe('alert');
  expect(screen.getByRole('button', { name: text('historyImport') })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: text('historyLoad') }));
  expect(screen.getByRole('dialog').textContent).toContain(text('historyLoadTitle'));
  fireEvent.click(screen.getByRole('button', { name: text('dismiss') }));
  await waitFor(() => expect(note.isConnected).toBe(false));
  await expect.poll(isHistoryLost).toBe(false);
});

it('says nothing of a loss if there was none', async () => {
  await openList(some);
  await sleep(0);
  expect(screen.queryByRole('button', { name: text('dismiss') })).toBeNull();
});

describe('a history of which a part is damaged', () => {
  const error = new DOMException('unrelated', 'UnknownError');
  const damage = (history: LinkHistory): void =>
    void vi.spyOn(history, 'newestFirst').mockRejectedValue(error);

  it('starts again with what can be read, which is listed together with the notice of a loss', async () => {
    await openPage(some, { prepare: damage });
    const note = await screen.findByText(text('historyDamaged'));
    fireEvent.click(screen.getByRole('button', { name: text('historyStartAgain') }));
    await allRead(2);
    expect(note.isConnected).toBe(false);
    await screen.findByText(text('historyLost'));
  });

  it('says so if it cannot start again', async () => {
    await openPage(some, {
      prepare(history) {
        damage(history);
        vi.spyOn(history, 'startAgain').mockRejectedValue(error);
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: text('historyStartAgain') }));
    await screen.findByText(text('historyUnreadable'));
  });
});
