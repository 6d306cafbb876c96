import { fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Attempt } from '../../lib/history/types.ts';
import { setLanguage } from '../testing/language.ts';
import { attempt, popupActions } from '../testing/popup.tsx';
import { Recent } from './Recent.tsx';

const day = 86_400;
/** Noon, in Unix seconds: the number of days is counted in midnights. */
const now = new Date(2027, 4, 3, 12).getTime() / 1000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 }));
afterEach(() => void vi.useRealTimers());

const attempts = [
  attempt({ title: 'First', shortLink: 'https://s.example/1', expiresAt: now + 3 * day + 60 }),
  attempt({
    title: '',
    link: 'https://a.example/2',
    shortLink: 'https://s.example/2',
    expiresAt: now - day - 60,
  }),
  attempt({ title: 'Failed', state: 'failed', shortLink: undefined, expiresAt: undefined }),
];
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

const show = (found: Attempt[], { copies = true } = {}) => {
  const actions = popupActions({ copy: vi.fn(() => Promise.resolve(copies)) });
  render(<Recent attempts={found} actions={actions} />);
  return { actions };
};

it.each([
  {
    language: 'en',
    title: 'Recent links',
    left: '3 days left',
    button: 'Copy First',
    announced: 'First copied',
  },
  {
    language: 'zh_CN',
    title: '最近的链接',
    left: '剩余3天',
    button: '复制First',
    announced: '已复制First',
  },
] as const)(
  'lists the links that were created with the time that is left, and copies each, in $language',
  async ({ language, title, left, button, announced }) => {
    setLanguage(language);
    const { actions } = show(attempts);
    const section = await screen.findByRole('region', { name: title });
    expect(rows()).toEqual([
      `Firsts.example/1 · ${left}`,
      expect.stringContaining('https://a.example/2s.example/2 · '),
    ]);
    expect(section.textContent).not.toContain('Failed');
    fireEvent.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByText(announced)).toBe(screen.getByRole('status'));
    expect(actions.copy).toHaveBeenCalledExactlyOnceWith('https://s.example/1');
  },
);

it('announces if a link was not copied', async () => {
  show(attempts, { copies: false });
  fireEvent.click(await screen.findByRole('button', { name: 'Copy First' }));
  await screen.findByText('First was not copied. Press Copy again.');
  expect(screen.queryByText('Copied')).toBeNull();
});

it('opens a link by its name', async () => {
  const { actions } = show(attempts);
  fireEvent.click(await screen.findByRole('link', { name: /^First/ }));
  expect(actions.open).toHaveBeenCalledExactlyOnceWith('https://s.example/1');
});

it('is hidden before there is a link', () => {
  show([]);
  expect(screen.queryByRole('region')).toBeNull();
});

it.each([
  [2 * day, '2 days left'],
  [-day - 3600, 'Expired'],
  [day / 2, '12 hours left'],
  [40 * day, '40 days left'],
])('says when a link expires that has %d seconds left', async (seconds, left) => {
  show([attempt({ title: 'Link', expiresAt: now + seconds + 60 })]);
  await screen.findByText(left);
});
