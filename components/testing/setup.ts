import { cleanup } from '@testing-library/preact';
import { afterEach, vi } from 'vitest';
import { setLanguage } from './language.ts';
import { definePopovers } from './popovers.ts';

// The browser's translations are not available outside of an extension; these come from the same catalogues.
vi.mock('../../lib/browser/language.ts', () => import('./language.ts'));
vi.mock('../overlay/generated-text.ts', () => import('./generated-text.ts'));

definePopovers();

afterEach(() => {
  cleanup();
  setLanguage('en');
});
