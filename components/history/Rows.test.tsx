import { act, fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { plural, text } from '../../lib/i18n/texts.ts';
import { attempt, openList, titles } from '../testing/history-page.tsx';
import { createPeriodOf } from './Rows.tsx';

// November 26 is a Thursday; in English, a week begins on Sunday. Local times.
it.each([
  [
    'a clock that was ahead gives today',
    '2026-11-26T10:24',
    ['2026-12-24T01:00 Today', '2026-11-26T00:00 Today', '2026-11-25T23:59 Yesterday']
      .concat(['2026-11-24T12:00 Earlier this week', '2026-11-22T00:00 Earlier this week'])
      .concat(['2026-11-21T23:59 Earlier this month', '2026-11-01T00:00 Earlier this month'])
      .concat(['2026-10-31T23:59 October 2026', '2025-11-26T12:00 November 2025']),
  ],
  [
    'a week that began in the last month is above the rest of that month',
    '2026-10-02T10:00',
    ['2026-10-01T10:00 Yesterday', '2026-09-27T00:00 Earlier this week', '2026-09-26T23:59 September 2026'],
  ],
  [
    'on the first day of a week and of a month, there are only today, yesterday and months',
    '2026-11-01T10:00',
    ['2026-11-01T09:00 Today', '2026-10-31T09:00 Yesterday', '2026-10-30T09:00 October 2026'],
  ],
])('%s', (_, now, expected) => {
  const periodOf = createPeriodOf(new Date(now).getTime());
  const named = expected.map((each) => each.split(' ')[0] ?? '');
  expect(named.map((time) => `${time} ${periodOf(new Date(time).getTime())}`)).toEqual(expected);
});

it('renders the first links of a long list, more when its end comes near, and selects and searches all', async () => {
  let comeNear = (): void => undefined;
  class Observer {
    constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
      comeNear = () => void act(() => callback([{ isIntersecting: true }]));
    }
    observe(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  const now = Date.now();
  const links = Array.from({ length: 210 }, (_, at) => attempt({ title: `${at}`, createdAt: now - at }));
  await openList(links);
  expect(screen.getByText(plural('historyCount', 210))).toBeTruthy();
  await waitFor(() => expect(titles()).toHaveLength(200));
  fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true });
  expect(screen.getByRole('toolbar').textContent).toContain(text('historySelected', '210'));
  comeNear();
  expect(titles()).toEqual(links.map(({ title }) => title));
  fireEvent.input(screen.getByRole('searchbox'), { target: { value: '209' } });
  expect(titles()).toEqual(['209']);
});
