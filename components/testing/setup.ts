import { cleanup, configure } from '@testing-library/preact';
import { afterEach, vi } from 'vitest';
import { setLanguage } from './language.ts';
import { definePopovers } from './popovers.ts';

// The browser's translations are not available outside of an extension; these come from the same catalogues.
vi.mock('../../lib/browser/language.ts', () => import('./language.ts'));
vi.mock('../overlay/generated-text.ts', () => import('./generated-text.ts'));

definePopovers();

// Milliseconds: `npm test` runs these below the priority of the browsers.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  setLanguage('en');
});
