import { browser } from '@wxt-dev/webextension-polyfill/browser';
import * as z from 'zod/mini';
import { sessionItem } from './session.ts';

/** The tab that has the mark. */
const marked = sessionItem('marked', z.object({ tabId: z.nullable(z.int()) }));

const set = (tabId: number, text: string): Promise<void> =>
  // The tab may be gone by now, and its badge with it.
  browser.action.setBadgeText({ tabId, text }).catch(() => undefined);

let last: Promise<void> = Promise.resolve();

const mark = async (tabId: number | null): Promise<void> => {
  const before = (await marked.read())?.tabId ?? null;
  if (before !== null && before !== tabId) await set(before, '');
  if (tabId !== null) await set(tabId, '♪');
  await marked.write({ tabId });
};

/** Puts ♪ on the toolbar button over the tab that sounds, and takes it from the one before; null for none. */
export const markSounding = (tabId: number | null): Promise<void> => {
  // One after the other: what is said in the same moment must end as it was said last.
  const done = last.then(() => mark(tabId));
  last = done.catch(() => undefined);
  return done;
};
