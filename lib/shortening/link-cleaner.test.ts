import { expect, it, vi } from 'vitest';
import { browser } from '../storage/test-helpers/fake-browser.ts';
import { readLinkCleaner } from './link-cleaner.ts';

vi.mock('../webextension/browser.ts', () => import('../storage/test-helpers/fake-browser.ts'));

const link = 'https://a.example/?utm_source=x&page=2';
const list = { everywhere: [], sites: {} };

it.each([
  { removeTracking: true, isReadable: true, cleaned: 'https://a.example/?page=2', removed: ['utm_source'] },
  { removeTracking: false, isReadable: true, cleaned: link, removed: [] },
  { removeTracking: true, isReadable: false, cleaned: link, removed: [] },
])(
  'with the setting $removeTracking and a list that can be read: $isReadable, a link becomes $cleaned',
  async ({ removeTracking, isReadable, cleaned, removed }) => {
    browser.storage.local.values = { settings: { removeTracking } };
    const answer = { json: () => (isReadable ? Promise.resolve(list) : Promise.reject(new Error('no'))) };
    vi.stubGlobal('fetch', () => Promise.resolve(answer));
    const clean = await readLinkCleaner();
    expect(clean(link)).toEqual({ link: cleaned, removed });
  },
);
