import { sessionItem } from '../storage/storage.ts';
import { browser } from '@wxt-dev/webextension-polyfill/browser';
import { serialQueue } from '../async/async.ts';
import * as z from 'zod/mini';

/** The tab that has the mark. */
const soundingTab = sessionItem('marked', z.object({ tabId: z.nullable(z.int()) }));

const set = (tabId: number, text: string): Promise<void> =>
  // The tab may be gone by now, and its badge with it.
  browser.action.setBadgeText({ tabId, text }).catch(() => undefined);

/** What became of a link that was asked for on a tab without the popup: on its way, made, failed. */
type BadgeText = '…' | '✓' | '!';

/** Milliseconds that a success stays. */
const successDuration = 4_000;

const shownBadges = new Map<number, object>();

/** Takes the sign from a tab; what sounds there is marked again. */
const clearBadge = async (tabId: number): Promise<void> => {
  shownBadges.delete(tabId);
  await set(tabId, (await soundingTab.read())?.tabId === tabId ? '♪' : '');
};

/** Puts a sign on the toolbar button over a tab: a success for 4 s, a failure until the tab goes on or a popup opens. */
export const showBadge = (tabId: number, text: BadgeText): void => {
  const own = {};
  shownBadges.set(tabId, own);
  void set(tabId, text);
  if (text === '✓')
    setTimeout(() => shownBadges.get(tabId) === own && void clearBadge(tabId), successDuration);
};

/** A popup has opened: what the sign on the tab in front told is seen. */
export const clearActiveTabBadge = async (): Promise<void> => {
  const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
  if (tab?.id !== undefined) await clearBadge(tab.id);
};

/** One after the other: what is set in the same moment must end as it was set last. */
const run = serialQueue();

const moveSoundingBadge = async (tabId: number | null): Promise<void> => {
  const before = (await soundingTab.read())?.tabId ?? null;
  if (before !== null && before !== tabId) await set(before, '');
  if (tabId !== null) await set(tabId, '♪');
  await soundingTab.write({ tabId });
};

/** Puts ♪ on the toolbar button over the tab that sounds, and takes it from the one before; null for none. */
export const showSoundingBadge = (tabId: number | null): Promise<void> => run(() => moveSoundingBadge(tabId));
