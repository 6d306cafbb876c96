import { expect, it, vi } from 'vitest';
import { readTabs } from './tab-list.ts';

/** The tabs of two windows, in the order of their tab strips; the page of the batch is tab 3. */
const open = [
  { id: 4, windowId: 7 },
  { id: 3, windowId: 7 },
  { id: 2, windowId: 7 },
  { id: 5, windowId: 8 },
  { id: 1, windowId: 8 },
  { id: 6, windowId: 9, url: 'chrome-extension://a/suspended.html#uri=https://6.example/?a=1&b=2' },
];

vi.mock('../webextension/browser.ts', () => ({
  browser: {
    tabs: {
      query: ({ windowId }: { windowId?: number }) =>
        Promise.resolve(
          open
            .filter((tab) => windowId === undefined || tab.windowId === windowId)
            .map(({ id, url = `https://${id}.example/` }) => ({
              id,
              url,
              title: `Tab ${id}`,
              incognito: false,
            })),
        ),
      getCurrent: () => Promise.resolve({ id: 3 }),
    },
  },
}));

it('reads the address of a page that another extension has put to sleep', async () => {
  const read = await readTabs({ window: 9, tabs: [] });
  expect(read.map(({ link }) => link)).toEqual(['https://6.example/?a=1&b=2']);
});

it.each([
  { what: 'the selected ones and no others', window: null, tabs: [2, 4], titles: ['Tab 4', 'Tab 2'] },
  { what: 'selected in two windows', window: null, tabs: [1, 2], titles: ['Tab 2', 'Tab 1'] },
  { what: 'not the own one', window: null, tabs: [3, 5], titles: ['Tab 5'] },
  { what: 'not a closed one', window: null, tabs: [9, 5], titles: ['Tab 5'] },
  { what: 'all of a window, whatever is selected', window: 7, tabs: [5], titles: ['Tab 4', 'Tab 2'] },
])('reads tabs in the order of the strip: $what', async ({ window, tabs, titles }) => {
  const read = await readTabs({ window, tabs });
  expect(read.map(({ title }) => title)).toEqual(titles);
});
