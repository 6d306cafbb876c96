import { expect, it, vi } from 'vitest';
import { startOmnibox } from './omnibox.ts';

type Listener = (...values: unknown[]) => void;

const { events, query } = vi.hoisted(() => ({
  events: new Map<string, (...values: unknown[]) => void>(),
  query: vi.fn<() => Promise<unknown[]>>(),
}));
vi.mock('../webextension/browser.ts', () => {
  const eventOf = (name: string) => ({ addListener: (listener: Listener) => events.set(name, listener) });
  const names = ['onInputStarted', 'onInputChanged', 'onInputCancelled', 'onInputEntered'];
  const omnibox = {
    setDefaultSuggestion: vi.fn(),
    ...Object.fromEntries(names.map((name) => [name, eventOf(name)])),
  };
  return { browser: { omnibox, tabs: { query } } };
});

it.each([
  { name: 'a regular window', tabs: [[{ incognito: false }], [{ incognito: false }]], isPrivate: false },
  { name: 'a private window', tabs: [[{ incognito: true }], [{ incognito: true }]], isPrivate: true },
  {
    name: 'a private window that is left right after Enter',
    tabs: [[{ incognito: true }], [{ incognito: false }]],
    isPrivate: true,
  },
  { name: 'an unknown window', tabs: [[{ incognito: false }], []], isPrivate: true },
])('what is entered in $name counts as private: $isPrivate', async ({ tabs, isPrivate }) => {
  const onEnter = vi.fn<Parameters<typeof startOmnibox>[0]['onEnter']>(() => Promise.resolve());
  const search = vi.fn(() => Promise.resolve([]));
  startOmnibox({ hint: '', describeTyped: () => '', search, onEnter });
  query.mockResolvedValueOnce(tabs[0] ?? []).mockResolvedValueOnce(tabs[1] ?? []);
  await new Promise((resolve) => events.get('onInputChanged')?.('a', resolve));
  events.get('onInputEntered')?.('a', 'currentTab');
  expect((await onEnter.mock.lastCall?.[1].typedIn)?.isPrivate).toBe(isPrivate);
});

it('what is typed next ends the search for what was typed before', () => {
  query.mockResolvedValue([]);
  const signals: AbortSignal[] = [];
  const search = (_: string, signal: AbortSignal) => {
    signals.push(signal);
    return Promise.resolve([]);
  };
  startOmnibox({ hint: '', describeTyped: () => '', search, onEnter: () => Promise.resolve() });
  for (const typed of ['a', 'ab']) events.get('onInputChanged')?.(typed, vi.fn());
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});
