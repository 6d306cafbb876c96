import { expect, it, vi } from 'vitest';
import type { startContextMenu } from '../../lib/browser/context-menu.ts';
import { startTriggers } from './triggers.ts';

type Menu = Parameters<typeof startContextMenu>[0];

const { start } = vi.hoisted(() => ({ start: vi.fn<(menu: Menu) => void>() }));
vi.mock('../../lib/browser/context-menu.ts', () => ({ startContextMenu: start }));
vi.mock('../../lib/browser/shortcuts.ts', () => ({ onShortenPage: vi.fn() }));
vi.mock('../../lib/settings/settings.ts', () => ({ onSettingsChange: vi.fn() }));

it.each([
  ['http://localhost:8787/aB3', ['destination', 'link']],
  ['http://localhost:3000/aB3', ['link']],
  // On a page that the extension may not read.
  [undefined, ['destination', 'link']],
])('Firefox: the menu of a link to %s has the items %j', async (linkUrl, items) => {
  startTriggers({
    shorten: vi.fn(),
    showDestination: vi.fn(),
    shortOrigin: () => Promise.resolve('http://localhost:8787'),
  });
  const pick = start.mock.lastCall?.[0].pick;
  expect(await pick?.(['destination', 'link', 'image'], linkUrl === undefined ? {} : { linkUrl })).toEqual(
    items,
  );
});
