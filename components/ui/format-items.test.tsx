import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { formattedLink } from '../../lib/i18n/copied-link.ts';
import { settingsUnderPolicy } from '../../lib/settings/policy.ts';
import { type Settings, unreadSettings } from '../../lib/settings/schema.ts';
import { settings } from '../page.ts';
import { browser } from '../testing/browser.ts';
import { descriptionOf, press } from '../testing/dom.ts';
import { formatItems } from './format-items.tsx';
import { Menu } from './Menu.tsx';

it('each format shows what it gives for the link, and the one of the page is selected', () => {
  const link = formattedLink({
    shortLink: 'https://s.example/1',
    link: 'https://a.example/',
    title: 'One',
    expiresAt: new Date(2030, 2, 17, 12).getTime() / 1000,
  });
  const own: Settings = { ...unreadSettings, copyFormat: 'markdown', copyTemplate: '{title}: {short}' };
  settings.value = settingsUnderPolicy(own, {});
  const choose = vi.fn();
  render(<Menu name="As" items={formatItems(link, choose)} />);
  press('As');
  const items = screen.getAllByRole('menuitemradio');
  const shown = items.map((item) => {
    fireEvent.focus(item);
    return [item.textContent, item.getAttribute('aria-checked'), descriptionOf(item)];
  });
  expect(shown).toEqual([
    ['Plain text', 'false', 'https://s.example/1'],
    ['Title – link', 'false', 'One – https://s.example/1'],
    ['Markdown', 'true', '[One](https://s.example/1)'],
    ['HTML', 'false', 'One'],
    ['With expiry', 'false', expect.stringMatching(/^https:\/\/s\.example\/1 .*Mar 17, 2030/)],
    ['Own template', 'false', 'One: https://s.example/1'],
  ]);
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'HTML' }));
  expect(choose).toHaveBeenCalledExactlyOnceWith('html');
  press('As');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Edit template…' }));
  expect(browser.tabs.create).toHaveBeenCalledExactlyOnceWith({ url: '/options.html#copy-template' });
});
