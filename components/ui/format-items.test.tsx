import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { formattedLink } from '../../lib/i18n/copied-link.ts';
import { settingsUnderPolicy } from '../../lib/settings/policy.ts';
import { type Settings, unreadSettings } from '../../lib/settings/schema.ts';
import { settings } from '../page.ts';
import { browser } from '../testing/browser.ts';
import { press } from '../testing/dom.ts';
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
  expect(items.map((item) => [item.textContent, item.getAttribute('aria-checked')])).toEqual([
    ['Plain texts.example/1', 'false'],
    ['Title – linkOne – https…', 'false'],
    ['Markdown[One](https…)', 'true'],
    ['HTMLOne', 'false'],
    ['With expiry… valid until Mar 17, 2030…', 'false'],
    ['Own template{title}: {short}', 'false'],
  ]);
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'HTML' }));
  expect(choose).toHaveBeenCalledExactlyOnceWith('html');
  press('As');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Edit template…' }));
  expect(browser.tabs.create).toHaveBeenCalledExactlyOnceWith({ url: '/options.html#copy-template' });
});
