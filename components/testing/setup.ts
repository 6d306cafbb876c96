import { locks } from 'node:worker_threads';
import { cleanup, configure } from '@testing-library/preact';
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

// The browser's translations are not available outside of an extension; these come from the same catalogues.
vi.mock('../../lib/browser/language.ts', () => import('../../lib/i18n/test-helpers/language.ts'));
// A DOM without a browser has no clipboard that waits for a pending text, and saves no files.
vi.mock('../../lib/browser/clipboard.ts', () => import('./clipboard.ts'));
vi.mock('../../lib/browser/save-file.ts', () => ({ saveFile: vi.fn() }));

// happy-dom has no locks; those of Node are the same.
Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });

// happy-dom has no popovers. These do what the components rely on: the focus returns to where it was.
const focusedBefore = new WeakMap<HTMLElement, Element | null>();
HTMLElement.prototype.showPopover = function showPopover() {
  focusedBefore.set(this, document.activeElement);
};
HTMLElement.prototype.hidePopover = function hidePopover() {
  const before = focusedBefore.get(this);
  if (before instanceof HTMLElement && this.contains(document.activeElement)) before.focus();
};

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
