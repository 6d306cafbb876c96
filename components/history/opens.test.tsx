import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { Feature } from '../../lib/api/links/contract.ts';
import { type Entry, entryOf } from '../../lib/history/search.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { opensText } from '../../lib/i18n/opens.ts';
import { text } from '../../lib/i18n/texts.ts';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { setLanguage } from '../../lib/i18n/test-helpers/language.ts';
import { attempt, openList, rowOf, titles } from '../testing/history-page.tsx';
import { background } from '../../lib/background.ts';
import { settings } from '../page.ts';
import { useRefresh } from './Rows.tsx';

const seconds = (): number => Math.floor(Date.now() / 1000);
const week = 7 * 86_400;
const opened = (count: number, day: string | null = null): Pick<Attempt, 'opens'> => ({
  opens: { count, day },
});

describe.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])('how often, in %s', (zone) => {
  it.each<[string, Pick<Attempt, 'opens' | 'limit' | 'expiresAt'>]>([
    ['en: ', {}],
    ['en: Works 5 times', { limit: 5 }],
    ['en: Works once', { limit: 1, expiresAt: 4_000_000_000 }],
    ['en: ', { limit: 1, expiresAt: 1_700_000_000 }],
    ['en: Never opened', opened(0)],
    ['en: 1 open · today', opened(1, '2026-11-26')],
    ['en: 3 opens · Tue', opened(3, '2026-11-24')],
    ['en: 1,200 opens · Fri', opened(1200, '2026-11-20')],
    ['en: 8 opens · Nov\u00a019', opened(8, '2026-11-19')],
    ['en: 8 opens · Nov\u00a027', opened(8, '2026-11-27')],
    ['en: 8 opens · Dec\u00a031,\u00a02025', opened(8, '2025-12-31')],
    ['en: 2 opens', opened(2)],
    ['en: 0 of 5 opens', { ...opened(0), limit: 5 }],
    ['en: 1 of 1 open', { ...opened(1, '2026-11-26'), limit: 1 }],
    ['zh_CN: 从未打开', opened(0)],
    ['zh_CN: 打开12次 · 今天', opened(12, '2026-11-26')],
    ['zh_CN: 打开12次 · 周二', opened(12, '2026-11-24')],
    ['zh_CN: 已打开0/5次', { ...opened(0), limit: 5 }],
  ])('%s', (expected, known) => {
    vi.stubEnv('TZ', zone);
    const [language] = expected.split(':');
    setLanguage(language === 'en' ? 'en' : 'zh_CN');
    const { count = '', day = '' } = opensText(known, Date.parse('2026-11-26T23:30:00Z')) ?? {};
    expect(`${language}: ${[count, day].filter(Boolean).join(' · ')}`).toBe(expected);
  });
});

const some = [
  attempt({ title: 'Never', ...opened(0), createdAt: Date.now() - 1000 }),
  attempt({ title: 'Often', ...opened(12), createdAt: Date.now() - 2000 }),
  attempt({ title: 'Unknown', createdAt: Date.now() - 3000 }),
  attempt({ title: 'Once', ...opened(1), createdAt: Date.now() - 4000 }),
];

it('shows opens and sorts by them where the service counts', async () => {
  await openList(some, { features: ['manage', 'opens'] });
  expect(rowOf('Often').textContent).toContain('12 opens');
  expect(rowOf('Unknown').querySelector('.opens')?.textContent).toBe('');
  fireEvent.change(screen.getByRole('combobox', { name: text('historyOrder') }), {
    target: { value: 'opens' },
  });
  await waitFor(() => expect(titles()).toEqual(['Often', 'Once', 'Never', 'Unknown']));
});

it('says how often a link with a limit works where the service does not count', async () => {
  await openList([attempt({ title: 'Limited', limit: 5 })], { features: ['manage', 'limit'] });
  expect(rowOf('Limited').querySelector('.opens')?.textContent).toBe('Works 5 times');
  expect(screen.queryByText(text('historyByOpens'))).toBeNull();
});

it('says nothing of opens where the service does not count', async () => {
  await openList(some, { features: ['manage'] });
  expect(document.querySelector('.opens')).toBeNull();
  expect(screen.queryByText(text('historyByOpens'))).toBeNull();
});

describe('the opens of the links in sight', () => {
  const own = ['One', 'Two', 'Three'].map((title) => attempt({ title }));
  const [one, two, three] = own.map(({ id }) => id);
  const others = [
    attempt({ expiresAt: seconds() - week }),
    attempt({ account: 'other' }),
    attempt({ account: undefined }),
  ];

  const setUp = (features: Feature[] = ['manage', 'opens']) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const refreshLinks = vi.spyOn(background, 'refreshLinks').mockResolvedValue(null);
    settings.value = { ...settings.value, connections: [testInfo({ features })] };
    const { rerender } = renderHook(useRefresh, { initialProps: [] as Entry[] });
    return {
      asked: () => refreshLinks.mock.calls.map(([{ ids }]) => ids),
      scrollTo: (attempts: readonly Attempt[]) => rerender(attempts.map(entryOf)),
    };
  };
  const pass = (milliseconds: number): void => void act(() => void vi.advanceTimersByTime(milliseconds));

  it('are asked for when the list is still, without those of others and those long expired', () => {
    const { asked, scrollTo } = setUp();
    scrollTo([...others, ...own.slice(0, 1)]);
    pass(400);
    scrollTo([...others, ...own.slice(0, 2)]);
    pass(600);
    expect(asked()).toEqual([[one, two]]);
    scrollTo(own.slice(1));
    pass(600);
    expect(asked().slice(1)).toEqual([[two, three]]);
  });

  it('are asked for once a minute while the page is visible, and when it is seen again', () => {
    const { asked, scrollTo } = setUp();
    const look = (state: DocumentVisibilityState): void => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
      void act(() => void document.dispatchEvent(new Event('visibilitychange')));
    };
    scrollTo(own);
    pass(600);
    pass(61_000);
    expect(asked()).toHaveLength(2);
    look('hidden');
    pass(130_000);
    expect(asked()).toHaveLength(2);
    look('visible');
    expect(asked()).toHaveLength(3);
  });

  it('are not asked for where the service does not count, or no link is its own', () => {
    const silent = setUp(['manage']);
    silent.scrollTo(own);
    pass(130_000);
    expect(silent.asked()).toEqual([]);
    const { asked, scrollTo } = setUp();
    scrollTo(others);
    pass(130_000);
    expect(asked()).toEqual([]);
  });
});
