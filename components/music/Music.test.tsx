import { act, fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { setLanguage } from '../testing/language.ts';
import { renderMusic } from '../testing/render-music.tsx';

const box = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name });
const alerts = (): string =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('');

it.each([
  [
    'en',
    'Music on missing pages',
    'Start by itself',
    'Also on pages that are gone for good (410)',
    'Volume',
    'Site',
  ],
  ['zh_CN', '缺失页面音乐', '自动播放', '在永久消失的页面（410）上也播放', '音量', '网站'],
] as const)(
  'names its controls, which can be used while music is off, in %s',
  (language, title, startByItself, alsoGone, volume, site) => {
    setLanguage(language);
    const { settings } = renderMusic();
    screen.getByRole('region', { name: title });
    expect(screen.getByRole('switch', { name: title }).getAttribute('aria-checked')).toBe('false');
    fireEvent.click(box(startByItself));
    fireEvent.click(box(alsoGone));
    expect(settings()).toEqual({ startByItself: true, alsoGone: true, sitesOff: [] });
    expect([box(startByItself).checked, box(alsoGone).checked]).toEqual([true, true]);
    screen.getByRole('slider', { name: volume });
    screen.getByRole('textbox', { name: site });
  },
);

it('shows what another page has changed', () => {
  const { changeElsewhere } = renderMusic();
  act(() => changeElsewhere({ startByItself: true, alsoGone: false, sitesOff: ['a.example'] }));
  expect(box('Start by itself').checked).toBe(true);
  screen.getByRole('button', { name: 'Remove a.example' });
});

it('says that a change could not be stored, and undoes it', async () => {
  renderMusic({ isWilling: false });
  fireEvent.click(box('Start by itself'));
  await waitFor(() => expect(alerts()).toContain('The browser could not save this'));
  expect(box('Start by itself').checked).toBe(false);
});
