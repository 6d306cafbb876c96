import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { text } from '../../lib/i18n/texts.ts';
import { defaults } from '../../lib/settings/schema.ts';
import { setLanguage } from '../testing/language.ts';
import { renderMusic } from '../testing/render-music.tsx';

const withSites = (...sitesOff: string[]) => renderMusic({ settings: { ...defaults, sitesOff } });

const field = (): HTMLInputElement => screen.getByRole('textbox');
/** Types a site and submits it. */
const add = (site: string): void => {
  fireEvent.input(field(), { target: { value: site } });
  fireEvent.click(screen.getByRole('button', { name: /^(Add|添加)$/ }));
};
const names = (): string[] =>
  screen.queryAllByRole('listitem').map((row) => row.querySelector('bdi')?.textContent ?? '');
const status = (): string => screen.getByRole('status').textContent;
/** The alert that describes the field. */
const problem = (): string =>
  document.querySelector(`#${field().getAttribute('aria-describedby') ?? ''}[role=alert]`)?.textContent ?? '';

const texts = {
  en: {
    group: 'Sites switched off',
    none: 'No site is switched off.',
    announcement: 'www.example.com is switched off',
  },
  zh_CN: {
    group: '已关闭音乐的网站',
    none: '没有已关闭音乐的网站。',
    announcement: '已在www.example.com关闭音乐',
  },
} as const;

it.each(['en', 'zh_CN'] as const)(
  'adds the site of a pasted address and announces it, in %s',
  async (language) => {
    setLanguage(language);
    const { group, none, announcement } = texts[language];
    const music = withSites();
    screen.getByRole('group', { name: group });
    screen.getByText(none);
    add('https://www.Example.com:8443/x?y#z');
    expect(music.settings().sitesOff).toEqual(['www.example.com']);
    expect([names(), field().value]).toEqual([['www.example.com'], '']);
    await waitFor(() => expect(status()).toBe(announcement));
    expect(document.activeElement).toBe(field());
  },
);

it('stores a site in punycode, shows it as people write it, and sorts by that', () => {
  const music = withSites('www.example.com');
  add('münchen.example');
  expect(music.settings().sitesOff).toEqual(['www.example.com', 'xn--mnchen-3ya.example']);
  expect(names()).toEqual(['münchen.example', 'www.example.com']);
  screen.getByText('xn--mnchen-3ya.example', { exact: false });
});

it.each([
  ['en', '', 'Enter a site'],
  ['en', 'two words', 'This is not a site'],
  ['en', 'file:///etc', 'Music is offered on http:// and https:// pages only'],
  ['en', 'WWW.example.com', 'www.example.com is already in the list.'],
  ['zh_CN', 'two words', '这不是网站'],
] as const)('says in %s why "%s" is not added, until the input changes', (language, typed, sentence) => {
  setLanguage(language);
  const music = withSites('www.example.com');
  add(typed);
  expect(problem()).toContain(sentence);
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field());
  expect(music.settings().sitesOff).toEqual(['www.example.com']);
  fireEvent.input(field(), { target: { value: 'other' } });
  expect([problem(), field().getAttribute('aria-invalid')]).toEqual(['', 'false']);
});

it('removes a site, announces it, and moves the focus to the next row or to the field', async () => {
  const music = withSites('a.example', 'b.example', 'c.example');
  const remove = (site: string): void =>
    void fireEvent.click(screen.getByRole('button', { name: `Remove ${site}` }));
  const focused = (): string | null | undefined => document.activeElement?.getAttribute('aria-label');
  remove('b.example');
  expect(focused()).toBe('Remove c.example');
  await waitFor(() => expect(status()).toBe('b.example was removed'));
  remove('c.example');
  expect(focused()).toBe('Remove a.example');
  remove('a.example');
  expect(document.activeElement).toBe(field());
  expect(music.settings().sitesOff).toEqual([]);
});

it('announces nothing but the problem if the browser stores nothing', async () => {
  renderMusic({ settings: { ...defaults, sitesOff: ['a.example'] }, isWilling: false });
  const wasAnnounced = vi.fn();
  const observer = new MutationObserver(() => {
    if (status() !== '') wasAnnounced(status());
  });
  observer.observe(screen.getByRole('status'), { childList: true, characterData: true, subtree: true });
  for (const act of [
    () => add('b.example'),
    () => void fireEvent.click(screen.getByRole('button', { name: 'Remove a.example' })),
  ]) {
    act();
    await screen.findByText(text('musicUnsaved'));
    expect(names()).toEqual(['a.example']);
  }
  observer.disconnect();
  expect(wasAnnounced).not.toHaveBeenCalled();
});
