import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { missingPart, steadyPicture } from './whole.ts';

interface Screen {
  path?: string;
  fonts?: string;
  /** Repetitions of an animation that runs. */
  repetitions?: number;
}

const show = (html: string, { path = '/popup.html', fonts = 'loaded', repetitions }: Screen = {}): void => {
  document.body.replaceChildren(...new DOMParser().parseFromString(html, 'text/html').body.children);
  vi.stubGlobal('location', new URL(`chrome-extension://id${path}`));
  const effect = { getComputedTiming: () => ({ iterations: repetitions }) };
  const animations = repetitions === undefined ? [] : [{ playState: 'running', effect }];
  Object.assign(document, { fonts: { status: fonts }, getAnimations: () => animations });
};

beforeEach(() => show(''));
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const footer = '<footer><a href="https://lark.example/old">Old</a></footer>';
const options = { path: '/options.html' };
const result = '<main><input id="short-link" value="https://lark.example/new"></main>';

it.each<{ missing: string; html: string; screen?: Screen }>([
  { missing: 'the fonts', html: footer, screen: { fonts: 'loading' } },
  { missing: 'the end of an animation', html: footer, screen: { repetitions: 1 } },
  { missing: 'the footer', html: '<main><form></form></main>' },
  { missing: 'the new link among the recent ones', html: result + footer },
  { missing: 'the permissions', html: '<div id="about"></div>', screen: options },
  {
    missing: 'a check',
    html: '<div id="diagnostics"><span data-state="waiting"></span></div>',
    screen: options,
  },
])('waits for $missing', ({ missing, html, screen }) => {
  show(html, screen);
  expect(missingPart()).toBe(missing);
});

it.each([
  ['a popup with its footer', `<main></main>${footer}`, {}],
  ['a popup that is not connected, which has none', '<main class="empty"></main>', {}],
  ['a result among the recent links', result + footer.replace('/old', '/new'), {}],
  ['a page on which something turns forever', footer, { repetitions: Infinity }],
  [
    'settings with their permissions',
    '<div id="about"><div role="group"><p class="setting">None</p></div></div>',
    options,
  ],
  ['a step of the first run, which shows no permissions', '<main></main>', options],
])('takes a picture of %s', (_, html, screen) => {
  show(html, screen);
  expect(missingPart()).toBeUndefined();
});

it('takes pictures until two are the same, as a browser may not have drawn all of a page', async () => {
  const pictures = ['blank', 'half', 'whole', 'whole', 'later'];
  expect(await steadyPicture(() => Promise.resolve(pictures.shift() ?? ''))).toBe('whole');
  expect(pictures).toEqual(['later']);
});

it('accepts that a page changes all the time', async () => {
  let at = 0;
  const take = vi.fn(() => Promise.resolve(String((at += 1))));
  expect(await steadyPicture(take)).toBe('5');
});
