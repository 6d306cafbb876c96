import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { text } from '../../lib/i18n/texts.ts';
import { allRead, attempt, openPage, titles, unknownAttempt } from '../testing/history-page.tsx';
import { setLanguage } from '../testing/language.ts';

const now = Math.floor(Date.now() / 1000);
const day = 86_400;

const three = [
  attempt({ title: 'Möwen an der See', end: now + 3 * day + 60, createdAt: 3 }),
  attempt({ title: '灯塔的历史', link: 'https://b.example/%C3%BCber', end: now + 1230, createdAt: 2 }),
  attempt({
    title: 'Ships',
    link: 'https://c.example/ships',
    shortLink: 'https://s.example/9z',
    end: now - day,
  }),
].map((each, at) => ({ ...each, createdAt: Date.now() - at * 1000 }));

const search = (query: string) =>
  fireEvent.input(screen.getByRole('searchbox'), { target: { value: query } });

const choose = (name: string, option: string) => {
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name });
  const found = [...select.options].find(({ label, textContent }) => [label, textContent].includes(option));
  fireEvent.change(select, { target: { value: found?.value } });
};

it.each([
  {
    language: 'en',
    title: 'History',
    expiry: /ends in 3 days.*until [A-Z][a-z]{2} \d{1,2}, 20\d\d, \d{1,2}:\d\d\s[AP]M/,
    names: ['Copy', 'Open', 'QR code', 'Make again', 'Forget'],
  },
  {
    language: 'zh_CN',
    title: '历史记录',
    expiry: /3天后到期.*20\d\d年\d{1,2}月\d{1,2}日 \d\d:\d\d/,
    names: ['复制', '打开', '二维码', '重新生成', '移除'],
  },
] as const)('each link has a named checkbox and described buttons, in $language', async (expected) => {
  const { language, title, expiry, names } = expected;
  setLanguage(language);
  await openPage(three);
  await allRead(3);

  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(screen.getByRole('search')).toBeTruthy();
  expect(screen.getByRole('searchbox', { name: text('historySearch') })).toBeTruthy();
  expect(screen.getByRole('list', { name: text('historyListLabel') })).toBeTruthy();
  const row = screen.getByRole('checkbox', { name: 'Möwen an der See' }).closest('li');
  expect(row?.textContent).toMatch(expiry);
  const buttons = [...(row?.querySelectorAll('button') ?? [])];
  expect(buttons.map(({ textContent }) => textContent)).toEqual(names);
  const described = buttons.map((each) => each.getAttribute('aria-describedby') ?? '');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(
    names.map(() => 'Möwen an der See'),
  );
});

it('is empty without links, and the announcement says first that it reads, then what it found', async () => {
  await openPage([]);
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    text('historyReading'),
  );
  await screen.findByText(text('historyEmpty'));
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    text('historyImport'),
  ]);
});

it.each([
  ['newer', new DOMException('', 'VersionError')],
  ['unreadable', new Error('The disk is full')],
] as const)('explains in an alert why there is no list: %s', async (problem, error) => {
  await openPage(three, { newest: () => Promise.reject(error) });
  const sentence = text(problem === 'newer' ? 'historyNewer' : 'historyUnreadable');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));
  expect(screen.queryByRole('searchbox')).toBeNull();
});

it('reads nothing in a private window', async () => {
  await openPage(three, { isPrivate: true });
  expect(screen.getByRole('alert').textContent).toBe(text('historyPrivate'));
  expect(screen.queryByRole('list')).toBeNull();
});

it('shows at once what another context changes', async () => {
  const { elsewhere } = await openPage(three);
  await allRead(3);
  const removed = await elsewhere.remove([three[2]?.id ?? '']);
  await allRead(2);
  await elsewhere.restore([...removed, { ...unknownAttempt({ title: 'New' }), state: 'sending' }]);
  await allRead(4);
  expect(screen.getByText(text('historySending'))).toBeTruthy();
});

describe('the toolbar', () => {
  it.each([
    ['mowen SEE', 'Möwen an der See'],
    ['灯塔', '灯塔的历史'],
    ['über', '灯塔的历史'],
    ['s.example/9', 'Ships'],
  ])('finds %s', async (query, title) => {
    await openPage(three);
    await allRead(3);
    search(query);
    expect(titles()).toEqual([title]);
    expect(screen.getByText(text('historyFound', '1', '3')).getAttribute('role')).toBe('status');
  });

  it('offers to show all where nothing is found, and moves the focus to the search', async () => {
    await openPage(three);
    await allRead(3);
    search('nothing like it');
    expect(titles()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: text('historyShowAll') }));
    expect(titles()).toHaveLength(3);
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  it('filters by status and counts each, and sorts', async () => {
    await openPage([...three, unknownAttempt({ createdAt: 1 })]);
    await allRead(4);
    choose(text('historyFilter'), text('historySoon', '1'));
    expect(titles()).toEqual(['灯塔的历史']);
    choose(text('historyFilter'), text('historyExpired', '1'));
    expect(titles()).toEqual(['Ships']);
    choose(text('historyFilter'), text('historyAll', '4'));
    choose(text('historyOrder'), text('historyOldest'));
    expect(titles()).toEqual(['Birds', 'Ships', '灯塔的历史', 'Möwen an der See']);
    choose(text('historyOrder'), text('historyExpiryFirst'));
    expect(titles().slice(0, 2)).toEqual(['灯塔的历史', 'Möwen an der See']);
  });
});
