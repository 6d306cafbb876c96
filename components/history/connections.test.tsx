import { fireEvent, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { text } from '../../lib/i18n/texts.ts';
import { wholeHistory } from '../../lib/history/stored-view.ts';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { browser } from '../testing/browser.ts';
import { attempt, openList, rowOf, titles } from '../testing/history-page.tsx';

const work = testInfo({ id: 'work', name: 'Work', hue: 1 });
const own = testInfo({ id: 'own', name: '', host: 'wren.example', hue: 3 });
const entries = [
  attempt({ title: 'Of work', account: 'work', createdAt: 5 }),
  attempt({ title: 'Own', account: 'own', createdAt: 4 }),
  attempt({ title: 'Own too', account: 'own', createdAt: 3, expiresAt: 1 }),
  attempt({ title: 'Of a removed one', account: 'removed', createdAt: 2 }),
  attempt({ title: 'Imported', account: undefined, createdAt: 1 }),
];

const dots = () =>
  titles().map((title) => rowOf(title).querySelector('.outcome [role=img]')?.getAttribute('aria-label'));
const filter = () => screen.queryByRole<HTMLSelectElement>('combobox', { name: text('connectionTitle') });
const choose = (at: number): void => {
  const select = filter();
  if (select) fireEvent.change(select, { target: { value: select.options[at]?.value } });
};

it('with one connection, a row says nothing of it, and nothing filters', async () => {
  await openList(entries, { connections: [work] });
  expect(dots().filter(Boolean)).toEqual([]);
  expect(filter()).toBeNull();
  expect(screen.queryByText(text('historyConnectionRemoved'))).toBeNull();
});

it('with several, each link has the color of its connection, and says if that was removed', async () => {
  await openList(entries, { connections: [work, own] });
  const removed = text('historyConnectionRemoved');
  expect(dots()).toEqual(['Work', 'wren.example', 'wren.example', removed, undefined]);
  expect(rowOf('Own').querySelector('[role=img]')?.getAttribute('data-hue')).toBe('3');
});

it('the links of one connection can be shown alone, which the chips count, whatever is searched', async () => {
  await openList(entries, { connections: [work, own] });
  const options = () => [...(filter()?.options ?? [])].map(({ textContent }) => textContent);
  const all = [text('historyConnections'), 'Work (1)', 'wren.example (2)', 'Removed connections (1)'];
  expect(options()).toEqual(all);

  choose(3);
  expect(titles()).toEqual(['Of a removed one']);
  choose(2);
  expect(titles()).toEqual(['Own', 'Own too']);
  expect(screen.getByRole('radio', { name: /^All/ }).closest('label')?.textContent).toBe('All 2');

  fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'too' } });
  expect(titles()).toEqual(['Own too']);
  expect(options()).toEqual(all);

  fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'nothing like it' } });
  fireEvent.click(screen.getByRole('button', { name: text('historyShowAll') }));
  expect(titles()).toHaveLength(5);
});

it('a filter of which only one connection is left, before a reload, hides nothing', async () => {
  browser.storage.session.values['history-view'] = { ...wholeHistory, connection: 'removed', tab: 1 };
  await openList(entries, { connections: [work] });
  expect(titles()).toHaveLength(5);
});

it('a link that was moved shows its new short link, and one whose outcome is unknown none', async () => {
  const movedTo = (title: string) => rowOf(title).querySelector('.mark')?.getAttribute('aria-label');
  const moved = { id: 'next', shortLink: 'https://lark.example/k3V' };
  await openList(
    [
      attempt({ title: 'Moved', account: 'own', movedTo: moved }),
      attempt({ title: 'Unknown', account: 'own', movedTo: { id: 'other' } }),
    ],
    { connections: [work, own] },
  );
  expect(movedTo('Moved')).toBe('Moved to lark.example/k3V');
  expect(movedTo('Unknown')).toBeUndefined();
});
