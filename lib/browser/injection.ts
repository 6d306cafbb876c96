import { sessionItem } from '../storage/storage.ts';
import { browser } from '@wxt-dev/webextension-polyfill/browser';
import * as z from 'zod/mini';
import { type Overlay, overlayAttribute, sheetOrder } from './contract.ts';

const webPages = ['*://*/*'];

/** In top frames only, which is the browser's default. */
const detector = {
  id: 'detector',
  js: ['detector.js'],
  matches: webPages,
  runAt: 'document_start' as const,
};

/** Milliseconds: on some of the browser's own tabs an injection never settles. */
const injectionLimit = 5_000;

/** Which page of a tab; without a document id (Firefox) it is the one that is there by then. */
export interface InjectionTarget {
  tabId: number;
  documentId?: string | undefined;
}

const targetOf = ({ tabId, documentId }: InjectionTarget) =>
  documentId === undefined ? { tabId, frameIds: [0] } : { tabId, documentIds: [documentId] };

/** Resolves with whether the browser let it in. */
const execute = (
  place: InjectionTarget,
  what: { files: string[] } | { func: () => null },
): Promise<boolean> => {
  const target = targetOf(place);
  // At once: a page may never be done with loading.
  const attempt = () => browser.scripting.executeScript({ target, ...what, injectImmediately: true });
  // Chromium at times refuses right after the click that lets us in, and a moment later no more.
  const done = attempt().catch(attempt);
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), injectionLimit));
  return Promise.race([done.then(() => true), late]).catch(() => false);
};

const inject = (place: InjectionTarget, file: string): Promise<boolean> => execute(place, { files: [file] });

/** Whether that very document is still there, where we may look at it. */
export const isDocumentThere = (place: InjectionTarget): Promise<boolean> =>
  execute(place, { func: () => null });

/**
 * Inserts the style sheet that displays an overlay in Firefox. When an extension is updated, reloaded or switched off,
 * Firefox ends its content scripts without any event, and removes the style sheets that it has inserted (measured with
 * Firefox 153): what the scripts leave in the page disappears with the sheet. Only a sheet of the user's origin reaches
 * into a closed root. Chromium lets the scripts run on, and they remove the overlay themselves.
 */
const insertSheet = async (place: InjectionTarget, overlay: Overlay): Promise<void> => {
  const css = `[${overlayAttribute}="${overlay}"]:not([hidden]) { display: block !important; order: ${sheetOrder} }`;
  await browser.scripting
    .insertCSS({ target: targetOf(place), origin: 'USER', css })
    // Without the sheet it is there all the same: see components/host/watch-extension.ts.
    .catch(() => undefined);
};

const injectOverlay = (place: InjectionTarget, overlay: Overlay): Promise<boolean> => {
  // Firefox waits for the page to load, which may never end.
  if (import.meta.env.FIREFOX) void insertSheet(place, overlay);
  return inject(place, `/${overlay}.js`);
};

/** Puts the player on a page; resolves with whether the browser let it in. */
export const injectPlayer = (place: InjectionTarget): Promise<boolean> => injectOverlay(place, 'player');

/** Puts a toast on the page of a tab where the person has just asked for something; resolves with whether the browser let it in. */
export const injectToast = (tabId: number): Promise<boolean> => injectOverlay({ tabId }, 'toast');

/** Lets the tabs that are open look at themselves: those that are asleep do so when they wake. */
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
 * True once the open tabs have been looked at. Gone when the extension stops: Chromium keeps the registration of an
 * extension that is switched off, and does not inject into the open tabs when it is switched on again (Firefox does).
 */
const hasInjectedIntoOpenTabs = /* @__PURE__ */ sessionItem('lookedAround', z.literal(true));

let last: Promise<unknown> = Promise.resolve();

const updateRegistration = async (wanted: () => Promise<boolean>): Promise<'added' | 'removed' | null> => {
  const [should, is] = await Promise.all([wanted(), isRegistered()]);
  if (!should) {
    if (!is) return null;
    await browser.scripting.unregisterContentScripts({ ids: [detector.id] });
    return 'removed';
  }
  if (!is) await browser.scripting.registerContentScripts([detector]);
  else if (await hasInjectedIntoOpenTabs.read()) return null;
  await hasInjectedIntoOpenTabs.write(true);
  await injectIntoOpenTabs();
  return is ? null : 'added';
};

/** Registers the detector, or takes it back, as `wanted` says; one after the other. Resolves with what has changed. */
export const syncDetector = (wanted: () => Promise<boolean>): Promise<'added' | 'removed' | null> => {
  const done = last.then(() => updateRegistration(wanted));
  last = done.catch(() => undefined);
  return done;
};
