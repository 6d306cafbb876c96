import { locks } from 'node:worker_threads';
import { act, cleanup, configure } from '@testing-library/preact';
import { afterEach, vi } from 'vitest';
import { loseStorage } from '../../lib/storage/test-helpers/fake-browser.ts';
import { browser } from './browser.ts';
import { announce } from '../ui/announce.tsx';
import { copy, copyImage } from './clipboard.ts';
import { setLanguage } from '../../lib/i18n/test-helpers/language.ts';

vi.stubGlobal('browser', browser);
// Another page changes nothing at the same moment.
Object.defineProperty(navigator, 'locks', {
  configurable: true,
  value: { request: (_: string, run: () => Promise<unknown>) => run() },
});

// The browser's translations are not available outside of an extension; these come from the same catalogs.
vi.mock('../../lib/browser/language.ts', () => import('../../lib/i18n/test-helpers/language.ts'));
// A DOM without a browser has no clipboard that waits for a pending text, and saves no files.
vi.mock('../../lib/browser/clipboard.ts', () => import('./clipboard.ts'));
vi.mock('../../lib/browser/save-file.ts', () => ({ saveFile: vi.fn() }));

// happy-dom has no locks; those of Node are the same.
Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });

// happy-dom has no popovers. These do what the menus rely on: they report what a click on a button shows or hides, and return the
// focus to where it was.
const shown = new WeakSet<HTMLElement>();
const focusedBefore = new WeakMap<HTMLElement, Element | null>();
const setShown = (popover: HTMLElement, isShown: boolean): void => {
  if (shown.has(popover) === isShown) return;
  shown[isShown ? 'add' : 'delete'](popover);
  const before = focusedBefore.get(popover);
  if (isShown) focusedBefore.set(popover, document.activeElement);
  else if (before instanceof HTMLElement && popover.contains(document.activeElement)) before.focus();
  const report = (type: string) =>
    popover.dispatchEvent(Object.assign(new Event(type), { newState: isShown ? 'open' : 'closed' }));
  report('beforetoggle');
  popover.toggleAttribute('data-shown', isShown);
  queueMicrotask(() => void act(() => void report('toggle')));
};
HTMLElement.prototype.showPopover = function show() {
  setShown(this, true);
};
HTMLElement.prototype.hidePopover = function hide() {
  setShown(this, false);
};
addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[popovertarget]') : null;
  const popover = document.getElementById(button?.getAttribute('popovertarget') ?? '');
  if (popover) setShown(popover, !shown.has(popover));
});
document.head.append(
  Object.assign(document.createElement('style'), {
    textContent: '[popover]:not([data-shown]) { display: none }',
  }),
);

// happy-dom does not reflect these properties as attributes, as browsers do.
for (const [property, attribute] of [
  ['ariaLabel', 'aria-label'],
  ['ariaHidden', 'aria-hidden'],
  ['ariaDisabled', 'aria-disabled'],
  ['role', 'role'],
] as const)
  Object.defineProperty(Element.prototype, property, {
    configurable: true,
    get(this: Element): string | null {
      return this.getAttribute(attribute);
    },
    set(this: Element, value: string) {
      this.setAttribute(attribute, value);
    },
  });

// Milliseconds: `npm test` runs these below the priority of the browsers.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  copy.mockReset();
  copyImage.mockReset();
  loseStorage();
  browser.extension.inIncognitoContext = false;
  announce('');
  history.replaceState(null, '', location.pathname);
  setLanguage('en');
});
