import { sessionItem } from '../storage/storage.ts';
import { browser } from '../webextension/browser.ts';
import { serialQueue } from '../async/async.ts';
import * as z from 'zod/mini';
import { hasOffscreenDocument } from './offscreen.ts';

/** The tab whose badge shows ♪. */
const soundingTab = sessionItem('sounding-tab', z.object({ tabId: z.nullable(z.int()) }));

/** Null: the tab shows the badge of the jobs. */
const set = (tabId: number, text: string | null): Promise<void> =>
  // The tab may be closed by now.
  browser.action.setBadgeText({ tabId, text }).catch(() => undefined);

/** The state of a link that was requested on a tab without the popup: pending, created, failed. */
type BadgeText = '…' | '✓' | '!';

/** How long a success is shown. */
const successDurationMs = 4_000;

/** The timers that clear a success, by the id of its tab. */
const clearTimers = new Map<number, ReturnType<typeof setTimeout>>();

/** Clears the badge of a tab, or shows ♪ again if music plays in it. */
const clearBadge = async (tabId: number): Promise<void> => {
  clearTimeout(clearTimers.get(tabId));
  clearTimers.delete(tabId);
  await set(tabId, (await soundingTab.read())?.tabId === tabId ? '♪' : null);
};

/** Shows a badge on a tab's toolbar button: a success for 4 s, a failure until the tab navigates or a popup opens. */
export const showBadge = (tabId: number, text: BadgeText): void => {
  clearTimeout(clearTimers.get(tabId));
  void set(tabId, text);
  if (text === '✓')
    clearTimers.set(
      tabId,
      setTimeout(() => void clearBadge(tabId), successDurationMs),
    );
};

/** The largest number that is shown: a badge has room for four characters. */
const maxLeft = 999;

/** Shows how many links the running jobs have left, on all tabs that have no badge of their own. */
export const showJobBadge = (left: number): Promise<void> => {
  const count = left > maxLeft ? `${maxLeft}+` : String(left);
  return browser.action.setBadgeText({ text: left === 0 ? '' : count });
};

/** Clears the badge of the active tab when the popup opens. */
export const clearActiveTabBadge = async (): Promise<void> => {
  const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
  if (tab?.id !== undefined) await clearBadge(tab.id);
};

/** One change after another, so that the last of several at the same moment wins. */
const enqueue = serialQueue();

const moveSoundingBadge = async (tabId: number | null): Promise<void> => {
  const before = (await soundingTab.read())?.tabId ?? null;
  if (before === null && tabId === null) return;
  if (before !== null && before !== tabId) await set(before, null);
  if (tabId !== null) await set(tabId, '♪');
  await soundingTab.write({ tabId });
};

/** Shows ♪ on the toolbar button of the tab that plays music, and removes it from the tab before; null for none. */
export const showSoundingBadge = (tabId: number | null): Promise<void> =>
  enqueue(() => moveSoundingBadge(tabId));

/**
 * Removes the ♪ of a player that closed without an event: the offscreen document, or Firefox's background page. Call it when
 * the background starts: in Firefox nothing can play then.
 */
export const clearStaleSoundingBadge = (): Promise<void> =>
  enqueue(async () => {
    if (!(await hasOffscreenDocument())) await moveSoundingBadge(null);
  });
