import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { Feature } from '../../lib/api/links/contract.ts';
import { text } from '../../lib/i18n/texts.ts';
import { attempt, openList, rowOf, titles } from '../testing/history-page.tsx';

const some = [0, 12, null, 1].map((count, at) =>
  attempt({
    title: ['Never', 'Often', 'Unknown', 'Once'][at] ?? '',
    createdAt: Date.now() - at * 1000,
    ...(count !== null && { opens: { count, day: null } }),
  }),
);
const opensOf = (title: string) => rowOf(title).querySelector('.opens')?.textContent;

it('shows opens and sorts by them where the service counts', async () => {
  await openList(some, { features: ['manage', 'opens'] });
  expect([opensOf('Often'), opensOf('Unknown')]).toEqual(['12 visits', '']);
  fireEvent.change(screen.getByRole('combobox', { name: text('historyOrder') }), {
    target: { value: 'opens' },
  });
  await waitFor(() => expect(titles()).toEqual(['Often', 'Once', 'Never', 'Unknown']));
});

it('says how often a link with a limit works where the service does not count', async () => {
  await openList([attempt({ title: 'Limited', limit: 5 })], { features: ['manage', 'limit'] });
  expect(opensOf('Limited')).toBe('Works 5 times');
  expect(screen.queryByText(text('historyByOpens'))).toBeNull();
});

it('says nothing of opens where the service does not count', async () => {
  await openList(some, { features: ['manage'] });
  expect(opensOf('Often')).toBeUndefined();
  expect(screen.queryByText(text('historyByOpens'))).toBeNull();
});

describe('the opens of the links in sight', () => {
  const own = ['One', 'Two', 'Below'].map((title, at) => attempt({ title, createdAt: 9 - at }));
  const foreign = [
    attempt({ expiresAt: Math.floor(Date.now() / 1000) - 7 * 86_400 }),
    attempt({ account: 'other' }),
    attempt({ account: undefined }),
  ];
  const inSight = [own.slice(0, 2).map(({ id }) => id)];

  const open = async (features: Feature[], links = [...foreign, ...own]) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function of(this: Element) {
      const isBelow = this.closest('.row')?.textContent.includes('Below');
      return new DOMRect(0, isBelow ? innerHeight + 1 : 0, 1, 1);
    });
    const { calls } = await openList(links, { features });
    return () => calls.refreshLinks.mock.calls.splice(0).map(([{ ids }]) => ids);
  };
  const look = (state: DocumentVisibilityState): void => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it('are asked for when the list is still, and once a minute while the page is visible', async () => {
    const asked = await open(['manage', 'opens']);
    await expect.poll(asked).toEqual(inSight);
    document.dispatchEvent(new Event('scrollend'));
    expect(asked()).toEqual(inSight);
    vi.advanceTimersByTime(61_000);
    expect(asked()).toEqual(inSight);
    look('hidden');
    vi.advanceTimersByTime(130_000);
    expect(asked()).toEqual([]);
    look('visible');
    expect(asked()).toEqual(inSight);
  });

  it.each([
    ['the service does not count', ['manage'], own],
    ['no link is its own', ['manage', 'opens'], foreign],
  ] as const)('are not asked for where %s', async (_, features, links) => {
    const asked = await open([...features], [...links]);
    vi.advanceTimersByTime(130_000);
    document.dispatchEvent(new Event('scrollend'));
    expect(asked()).toEqual([]);
  });
});
