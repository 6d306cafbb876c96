import { describe, expect, it, vi } from 'vitest';
import { opensText } from './opens.ts';
import { setLanguage } from './test-helpers/language.ts';

vi.mock('../browser/language.ts', () => import('./test-helpers/language.ts'));

type Known = Parameters<typeof opensText>[0];
const opened = (count: number, day: string | null = null): Known => ({ opens: { count, day } });

describe.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])('how often, in %s', (zone) => {
  it.each<[string, Known]>([
    ['en: ', {}],
    ['en: Works 5 times', { limit: 5 }],
    ['en: Works once', { limit: 1, expiresAt: 4_000_000_000 }],
    ['en: ', { limit: 1, expiresAt: 1_700_000_000 }],
    ['en: No visits', opened(0)],
    ['en: 1 visit · today', opened(1, '2026-11-26')],
    ['en: 3 visits · Tue', opened(3, '2026-11-24')],
    ['en: 1,200 visits · Fri', opened(1200, '2026-11-20')],
    ['en: 8 visits · Nov\u00a019', opened(8, '2026-11-19')],
    ['en: 8 visits · Nov\u00a027', opened(8, '2026-11-27')],
    ['en: 8 visits · Dec\u00a031,\u00a02025', opened(8, '2025-12-31')],
    ['en: 2 visits', opened(2)],
    ['en: 0 of 5 visits', { ...opened(0), limit: 5 }],
    ['en: 1 of 1 visit', { ...opened(1, '2026-11-26'), limit: 1 }],
    ['zh_CN: 从未访问', opened(0)],
    ['zh_CN: 访问12次 · 今天', opened(12, '2026-11-26')],
    ['zh_CN: 访问12次 · 周二', opened(12, '2026-11-24')],
    ['zh_CN: 已访问0/5次', { ...opened(0), limit: 5 }],
  ])('%s', (expected, known) => {
    vi.stubEnv('TZ', zone);
    const [language] = expected.split(':');
    setLanguage(language === 'en' ? 'en' : 'zh_CN');
    const { count = '', day = '' } = opensText(known, Date.parse('2026-11-26T23:30:00Z')) ?? {};
    expect(`${language}: ${[count, day].filter(Boolean).join(' · ')}`).toBe(expected);
  });
});
