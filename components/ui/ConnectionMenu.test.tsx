import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { browser } from '../testing/browser.ts';
import { press } from '../testing/dom.ts';
import { ConnectionMenu } from './ConnectionMenu.tsx';

const work = testInfo({ id: 'work', name: 'Work' });
const own = testInfo({ id: 'own', name: 'Own', hue: 3 });

const show = (connections: (typeof work)[]) => {
  const choose = vi.fn();
  const keysOf = (at: number) => `Alt+${at + 1}`;
  render(
    <ConnectionMenu heading="" connections={connections} chosen={work} keysOf={keysOf} choose={choose} />,
  );
  return choose;
};

it('names the connection that is used, and offers the others with their keys', () => {
  const choose = show([work, own]);
  press('Connection: Work');
  const items = screen.getAllByRole('menuitemradio');
  expect(items.map((each) => [each.textContent, each.getAttribute('aria-checked')])).toEqual([
    ['WorkAlt+1', 'true'],
    ['OwnAlt+2', 'false'],
  ]);
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Own' }));
  expect(choose).toHaveBeenCalledExactlyOnceWith(own);
  press('Connection: Work');
  fireEvent.click(screen.getByRole('menuitem'));
  expect(browser.runtime.openOptionsPage).toHaveBeenCalledOnce();
});

it('is not there if there is only one connection', () => {
  show([work]);
  expect(screen.queryByRole('button')).toBeNull();
});
