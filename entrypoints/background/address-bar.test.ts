import { expect, it, vi } from 'vitest';
import type { startOmnibox } from '../../lib/browser/omnibox.ts';
import type { Trigger } from '../../lib/delivery/trigger.ts';
import { startAddressBar } from './address-bar.ts';

const { start } = vi.hoisted(() => ({ start: vi.fn<typeof startOmnibox>() }));
vi.mock('../../lib/browser/omnibox.ts', () => ({ startOmnibox: start }));
vi.mock('../../lib/i18n/texts.ts', () => ({ text: (key: string) => key }));
vi.mock('./triggers.ts', () => ({ requestedValidity: () => Promise.resolve({ kind: 'never' }) }));

it('shortens an address although the history cannot be read, and the outcome says so', async () => {
  const shorten = vi.fn<(trigger: Trigger) => Promise<void>>();
  const journal = { findByShortLink: () => Promise.reject(new Error('The disk refuses.')) };
  startAddressBar({ shorten, show: vi.fn() }, journal as never);
  const typedIn = Promise.resolve({ tab: undefined, isPrivate: false });
  await start.mock.lastCall?.[0].onEnter('example.com/x', { typedIn, disposition: 'currentTab' });
  expect(shorten.mock.lastCall?.[0]).toMatchObject({
    link: { link: 'https://example.com/x' },
    private: false,
  });
});

it.each([
  ['example.com', false, 'omniboxShorten'],
  ['gulls', false, 'omniboxSearch'],
  [' ', false, 'omniboxHint'],
  ['gulls', true, 'omniboxHint'],
])('the first line for %j, in a private window: %s, is %s', (typed, isPrivate, said) => {
  startAddressBar({ shorten: vi.fn(), show: vi.fn() }, {} as never);
  expect(start.mock.lastCall?.[0].describeTyped(typed, { isPrivate })).toBe(said);
});

it('copies the link as HTML in Firefox although Enter is pressed before the settings are read', async () => {
  vi.stubEnv('FIREFOX', '1');
  const write = vi.fn<(items: Record<string, Promise<Blob>>[]) => Promise<void>>();
  vi.stubGlobal('navigator', { clipboard: { write } });
  vi.stubGlobal('ClipboardItem', function item(contents: object) {
    return contents;
  });
  const shorten = vi.fn<(trigger: Trigger) => Promise<void>>();
  startAddressBar({ shorten, show: vi.fn() }, { findByShortLink: () => Promise.resolve([]) } as never);
  const typedIn = Promise.resolve({ tab: undefined, isPrivate: false });
  await start.mock.lastCall?.[0].onEnter('example.com/x', { typedIn, disposition: 'currentTab' });
  await shorten.mock.lastCall?.[0].copy?.({ text: 'https://s.example/a', html: '<a>Gulls & terns</a>' });
  const html = await write.mock.lastCall?.[0][0]?.['text/html'];
  expect(await html?.text()).toBe('<a>Gulls & terns</a>');
});
