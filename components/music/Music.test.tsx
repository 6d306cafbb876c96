import { act, fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { defaults } from '../../lib/settings/schema.ts';
import { setLanguage } from '../testing/language.ts';
import { renderMusic } from '../testing/render-music.tsx';

const box = (name: string): HTMLInputElement => screen.getByRole('switch', { name });
const alerts = (): string =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('');

const names = {
  en: {
    section: 'Music',
    title: 'Music on missing pages',
    startByItself: 'Play automatically',
    alsoGone: 'Also on 410 pages',
    volume: 'Volume',
    site: 'Site',
  },
  zh_CN: {
    section: '音乐',
    title: '404页面音乐',
    startByItself: '自动播放',
    alsoGone: '在410页面上也提供',
    volume: '音量',
    site: '网站',
  },
} as const;

it.each(['en', 'zh_CN'] as const)(
  'names its controls, which can be used while music is off, in %s',
  (language) => {
    setLanguage(language);
    const { section, title, startByItself, alsoGone, volume, site } = names[language];
    const { settings } = renderMusic();
    screen.getByRole('region', { name: section });
    expect(screen.getByRole('switch', { name: title }).getAttribute('aria-checked')).toBe('false');
    fireEvent.click(box(startByItself));
    fireEvent.click(box(alsoGone));
    expect(settings()).toEqual({ ...defaults, startByItself: true, alsoGone: true });
    expect([box(startByItself).checked, box(alsoGone).checked]).toEqual([true, true]);
    screen.getByRole('slider', { name: volume });
    screen.getByRole('textbox', { name: site });
  },
);

it('shows what another page has changed', () => {
  const { changeElsewhere } = renderMusic();
  void act(() => changeElsewhere({ ...defaults, startByItself: true, sitesOff: ['a.example'] }));
  expect(box('Play automatically').checked).toBe(true);
  screen.getByRole('button', { name: 'Remove a.example' });
});

it('says that a change could not be stored, and undoes it', async () => {
  renderMusic({ isWilling: false });
  fireEvent.click(box('Play automatically'));
  await waitFor(() => expect(alerts()).toContain('The browser could not save this'));
  expect(box('Play automatically').checked).toBe(false);
});
