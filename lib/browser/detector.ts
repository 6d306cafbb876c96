import * as z from 'zod/mini';
import { serialQueue } from '../async/async.ts';
import { sessionItem } from '../storage/storage.ts';
import { browser } from '../webextension/browser.ts';
import { inject } from './injection.ts';

const webPages = ['*://*/*'];

/** In top frames only, which is the browser's default. */
const detector = {
  id: 'detector',
  js: ['detector.js'],
  matches: webPages,
  runAt: 'document_start' as const,
};

/** Injects the detector into the open tabs; unloaded tabs get it when they load. */
const injectIntoOpenTabs = async (): Promise<void> => {
  const tabs = await browser.tabs.query({ url: webPages, discarded: false });
  await Promise.all(
    tabs.flatMap(({ id, status }) =>
      id === undefined || status === 'unloaded' ? [] : inject({ tabId: id }, '/detector.js'),
    ),
  );
};

const isRegistered = async (): Promise<boolean> =>
  (await browser.scripting.getRegisteredContentScripts({ ids: [detector.id] })).length > 0;

/**
 * True once the detector was injected into the open tabs. The flag is removed when the extension stops: Chromium keeps the
 * registration of a disabled extension, and does not inject into the open tabs when it is enabled again (Firefox does).
 */
const hasInjectedIntoOpenTabs = /* @__PURE__ */ sessionItem('has-injected-detector', z.literal(true));

const enqueue = serialQueue();

const updateRegistration = async (wanted: () => Promise<boolean>): Promise<'added' | 'removed' | null> => {
  const [isWanted, isThere] = await Promise.all([wanted(), isRegistered()]);
  if (!isWanted) {
    if (!isThere) return null;
    await browser.scripting.unregisterContentScripts({ ids: [detector.id] });
    return 'removed';
  }
  if (!isThere) await browser.scripting.registerContentScripts([detector]);
  else if (await hasInjectedIntoOpenTabs.read()) return null;
  await hasInjectedIntoOpenTabs.write(true);
  await injectIntoOpenTabs();
  return isThere ? null : 'added';
};

/** Registers or unregisters the detector as `wanted` says, one call after another. Resolves with the change. */
export const syncDetector = (wanted: () => Promise<boolean>): Promise<'added' | 'removed' | null> =>
  enqueue(() => updateRegistration(wanted));
