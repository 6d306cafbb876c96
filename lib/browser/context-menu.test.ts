import { beforeEach, expect, it, vi } from 'vitest';
import { startContextMenu } from './context-menu.ts';

type Listener = (menu: { menuIds: string[] }, tab?: object) => void;

const listeners = vi.hoisted(() => new Map<string, Listener>());
const hidden = vi.hoisted(() => new Set<string>());
const titles = vi.hoisted(() => new Map<string, string>());
const created = vi.hoisted((): string[] => []);
const patterns = vi.hoisted((): object[] => []);
const selected = vi.hoisted((): { id: number; active: boolean }[] => []);
vi.mock('../webextension/browser.ts', () => {
  const event = (name: string) => ({ addListener: (listener: Listener) => listeners.set(name, listener) });
  return {
    browser: {
      runtime: { onInstalled: event('onInstalled') },
      tabs: { query: () => Promise.resolve(selected) },
      contextMenus: {
        // As Chrome before 150, which does not know the context.
        create({ id, contexts, type, ...visibility }: { id: string; contexts: string[]; type?: string }) {
          if (contexts.includes('tab')) throw new TypeError('Value must be one of action, all, page.');
          created.push([id, type].filter(Boolean).join(' '));
          patterns.push(visibility);
        },
        onClicked: event('onClicked'),
        onShown: event('onShown'),
        onHidden: event('onHidden'),
        refresh: () => Promise.resolve(),
        update(id: string, { visible, title }: { visible?: boolean; title?: string }) {
          if (visible !== undefined) hidden[visible ? 'delete' : 'add'](id);
          if (title !== undefined) titles.set(id, title);
          return Promise.resolve();
        },
      },
    },
  };
});

beforeEach(() => {
  vi.stubEnv('FIREFOX', '1');
  vi.useFakeTimers();
});

type Menu = Parameters<typeof startContextMenu>[0];

/** Starts the menu of these items, of which it shows those that are picked. */
const start = (ids: string[], items: Awaited<ReturnType<Menu['items']>>, picked: string[] = []): void => {
  startContextMenu({
    ids,
    items: () => Promise.resolve(items),
    pick: () => picked,
    tabItem: { id: 'tab', title: (count) => `${count} tabs` },
    onClick: vi.fn(),
  });
};

it('creates the other items where the browser has no context for tabs', async () => {
  const item = { title: 'Shorten', onWeb: 'document', choices: [] } as const;
  start(
    ['tab', 'page'],
    [
      { ...item, id: 'tab', contexts: ['tab'], choices: [{ id: 'day', title: '1 day' }] },
      { ...item, id: 'page', contexts: ['page'], choices: [{ id: 'line' }] },
    ],
  );
  await vi.runAllTimersAsync();
  expect(created).toEqual(['page', 'page line separator']);
});

const web = ['http://*/*', 'https://*/*'];

it.each([
  [
    'Chromium',
    [
      { targetUrlPatterns: web },
      // The frames of many editors have no other address.
      { documentUrlPatterns: [...web, 'about:blank', 'about:srcdoc'] },
      { documentUrlPatterns: web },
    ],
  ],
  // No pattern can name Reader View, which shows pages of the web.
  ['Firefox', [{ targetUrlPatterns: web }, { viewTypes: ['tab'] }, {}]],
])('%s shows an item for a target, a document or a tab of the web', async (browser, visibility) => {
  vi.stubEnv('FIREFOX', browser === 'Firefox' ? '1' : '');
  patterns.length = 0;
  const kinds = ['target', 'document', 'tab'] as const;
  const item = { title: 'Shorten', contexts: ['link' as const], choices: [] };
  start(
    [...kinds],
    kinds.map((onWeb) => ({ ...item, id: onWeb, onWeb })),
  );
  await vi.runAllTimersAsync();
  expect(patterns).toEqual(visibility.map((each) => ({ title: 'Shorten', ...each })));
});

it('Firefox: counts the selected tabs if the menu is that of one of them, until it closes', async () => {
  start(['tab'], [], ['tab']);
  const fire = async (name: string, id: number) => {
    listeners.get(name)?.({ menuIds: ['tab'] }, { id });
    await vi.advanceTimersByTimeAsync(0);
    return titles.get('tab');
  };
  selected.push({ id: 1, active: true }, { id: 3, active: false });

  expect(await fire('onShown', 3)).toBe('2 tabs');
  expect(await fire('onHidden', 3)).toBe('1 tabs');
  expect(await fire('onShown', 2)).toBe('1 tabs');
});

it('Firefox: hides the items that are not picked, until the menu closes, also if it closes at once', async () => {
  start(['link', 'image'], [], ['link']);
  const fire = (name: string) => listeners.get(name)?.({ menuIds: ['link', 'image'] });

  fire('onShown');
  await vi.advanceTimersByTimeAsync(0);
  expect([...hidden]).toEqual(['image']);
  fire('onHidden');
  await vi.advanceTimersByTimeAsync(0);
  expect([...hidden]).toEqual([]);

  fire('onShown');
  fire('onHidden');
  await vi.advanceTimersByTimeAsync(0);
  expect([...hidden]).toEqual([]);
});
