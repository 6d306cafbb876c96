import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { Navigation, type Section } from './Navigation.tsx';

const sections: Section[] = [
  { id: 'data', name: 'dataTitle', icon: 'save' },
  { id: 'diagnostics', name: 'diagnosticsTitle', icon: 'pulse' },
  { id: 'permissions', name: 'aboutPermissions', icon: 'shield' },
];

/** Pixels from the top of the window to each section, in a window of 800 pixels at the end of the page. */
const tops: Record<string, number> = { data: 46, diagnostics: 332, permissions: 700 };

const current = (): string | undefined =>
  screen
    .getAllByRole('link')
    .find((link) => link.getAttribute('aria-current'))
    ?.getAttribute('href') ?? undefined;

/** Renders the navigation at the end of the page, and returns the section that it marks. */
const show = (hash: string, { top = 500, height = 800 } = {}): string | undefined => {
  location.hash = hash;
  vi.spyOn(globalThis, 'scrollY', 'get').mockReturnValue(top);
  vi.spyOn(globalThis, 'innerHeight', 'get').mockReturnValue(height);
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(1300);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, tops[this.id] ?? 0, 100, 100);
  });
  render(
    <>
      <Navigation sections={sections} />
      {sections.map(({ id }) => (
        <section key={id} id={id} />
      ))}
    </>,
  );
  fireEvent.scroll(window);
  return current();
};

it('at the end of the page, marks the section that the address names if it is in view', () => {
  expect(show('#diagnostics')).toBe('#diagnostics');
});

it('at the end of the page, else marks the last section', () => {
  expect(show('')).toBe('#permissions');
});

it.each(['#diagnostics', '#permissions'])(
  'at the end of the page, marks %s once its link is followed, although nothing scrolls',
  async (hash) => {
    show('#data');
    location.hash = hash;
    await expect.poll(current).toBe(hash);
  },
);

it('marks the section that the address names on a page that cannot be scrolled, else the first', async () => {
  expect(show('', { top: 0, height: 1300 })).toBe('#data');
  location.hash = '#permissions';
  await expect.poll(current).toBe('#permissions');
});
