import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import type { Attempt } from '../../lib/history/contract.ts';
import { setLanguage } from '../testing/language.ts';
import { attempt, now, popupActions } from '../testing/popup.tsx';
import { Recent } from './Recent.tsx';

const day = 86_400;
const attempts = [
  attempt({ title: 'First', shortLink: 'https://s.example/1', end: now + 3 * day + 60 }),
  attempt({ title: '', link: 'https://a.example/2', shortLink: 'https://s.example/2', end: now - day - 60 }),
  attempt({ title: 'Failed', state: 'failed', shortLink: undefined, end: undefined }),
];
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

const show = (found: Attempt[], { isPrivate = false, copies = true } = {}) => {
  const actions = popupActions({
    recent: vi.fn(() => Promise.resolve(found)),
    copy: vi.fn(() => Promise.resolve(copies)),
  });
  const props = { isPrivate, newest: undefined, actions };
  const { rerender } = render(<Recent {...props} />);
  return { actions, setNewest: (newest: string) => rerender(<Recent {...props} newest={newest} />) };
};

it.each([
  ['en', 'Recent links', 'ends in 3 days', 'Copy First', 'First copied', 'History'],
  ['zh_CN', '最近的链接', '3天后到期', '复制First', '已复制First', '历史记录'],
] as const)(
  'lists the links that were created with the time that is left, and copies each, in %s',
  async (language, title, left, button, announced, history) => {
    setLanguage(language);
    const { actions } = show(attempts);
    const section = await screen.findByRole('region', { name: title });
    expect(rows()).toEqual([
      expect.stringContaining(`First${left}`),
      expect.stringContaining('https://a.example/2'),
    ]);
    expect(section.textContent).not.toContain('Failed');
    fireEvent.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByText(announced)).toBe(screen.getByRole('status'));
    expect(actions.copy).toHaveBeenCalledExactlyOnceWith('https://s.example/1');
    fireEvent.click(screen.getByRole('link', { name: history }));
    expect(actions.openPage).toHaveBeenCalledExactlyOnceWith('/history.html');
  },
);

it('announces where a link was not copied', async () => {
  show(attempts, { copies: false });
  fireEvent.click(await screen.findByRole('button', { name: 'Copy First' }));
  await screen.findByText('First was not copied: press Copy again.');
  expect(screen.queryByText('Copied')).toBeNull();
});

it('opens a link by its name', async () => {
  const { actions } = show(attempts);
  fireEvent.click(await screen.findByRole('link', { name: 'First' }));
  expect(actions.open).toHaveBeenCalledExactlyOnceWith('https://s.example/1');
});

it('is hidden before there is a link, and reads the list again after one was created', async () => {
  const { actions, setNewest } = show([]);
  expect(screen.queryByRole('region')).toBeNull();
  vi.mocked(actions.recent).mockResolvedValue(attempts);
  setNewest('https://s.example/1');
  await screen.findByRole('region');
});

it('leads to no history from a private window', async () => {
  const { actions } = show(attempts, { isPrivate: true });
  await screen.findByRole('link', { name: 'First' });
  expect(screen.queryByRole('link', { name: 'History' })).toBeNull();
  expect(actions.recent).toHaveBeenCalledWith(true);
});
