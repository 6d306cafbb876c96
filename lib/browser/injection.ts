import { browser } from '../webextension/browser.ts';
import { sleep } from '../async/async.ts';
import { withTimeout } from '../async/timeout.ts';
import { type Overlay, overlayAttribute, sheetOrder } from './types.ts';

/** In some tabs of the browser itself an injection never settles. */
const injectionTimeoutMs = 5_000;

/** The pause before the last attempt. */
const retryPauseMs = 100;

/** A page of a tab; without a document id it is the page that the tab shows at that moment. */
interface InjectionTarget {
  tabId: number;
  documentId?: string | undefined;
  /** 0, the top frame, if it is undefined. */
  frameId?: number;
}

const injectionTarget = ({ tabId, documentId, frameId = 0 }: InjectionTarget) =>
  documentId === undefined ? { tabId, frameIds: [frameId] } : { tabId, documentIds: [documentId] };

/** A function runs in the page, where it has nothing but its arguments; it may return a promise. */
type Injected<Args extends unknown[]> =
  { files: string[] } | { func: (...args: Args) => unknown; args: Args };

/** Resolves with what the script has returned; null if the browser did not allow the injection. */
export const execute = <Args extends unknown[]>(
  page: InjectionTarget,
  what: Injected<Args>,
): Promise<{ result: unknown } | null> => {
  const target = injectionTarget(page);
  // Immediately: a page may never finish loading.
  const attempt = () => browser.scripting.executeScript({ target, ...what, injectImmediately: true });
  // Chromium sometimes refuses right after the click that grants access: tried again at once, and then after a pause.
  const injected = attempt()
    .catch(attempt)
    .catch(() => sleep(retryPauseMs).then(attempt))
    .then(
      ([frame]) => ({ result: frame?.result }),
      () => null,
    );
  return withTimeout(injected, { milliseconds: injectionTimeoutMs, onTimeout: () => null });
};

export const inject = async (page: InjectionTarget, file: string): Promise<boolean> =>
  (await execute(page, { files: [file] })) !== null;

const noop = { func: () => null, args: [] } satisfies Injected<[]>;

/** Whether that very document is still loaded, as far as the extension has access to it. */
const isDocumentThere = async (page: InjectionTarget): Promise<boolean> =>
  (await execute(page, noop)) !== null;

/**
 * Lets the page of the clicked tab write to the clipboard although something is awaited before its toast is injected. In
 * Chromium, an injection passes the click on to its page, but only before anything is awaited.
 */
export const passClickToPage = (tabId: number): void => void execute({ tabId }, noop);

interface PageInTab extends InjectionTarget {
  url?: string;
}

/**
 * Whether that tab is open and, if a page of it is named, still shows that page. The address alone does not show that
 * the page was reloaded, and the document alone may be in the back/forward cache.
 */
export const isStillAt = async ({ tabId, documentId, url }: PageInTab): Promise<boolean> => {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  if (!tab || (url !== undefined && tab.url !== url)) return false;
  return documentId === undefined || isDocumentThere({ tabId, documentId });
};

/**
 * Inserts the style sheet that displays an overlay in Firefox. When an extension is updated, reloaded or switched off,
 * Firefox ends its content scripts without any event, and removes the style sheets that it has inserted (measured with
 * Firefox 153): what the scripts leave in the page disappears with the sheet. Only a sheet of the user origin applies
 * inside a closed root. Chromium lets the scripts run on, and they remove the overlay themselves.
 */
const insertSheet = async (page: InjectionTarget, overlay: Overlay): Promise<void> => {
  const css = `[${overlayAttribute}="${overlay}"]:not([hidden]) { display: block !important; order: ${sheetOrder} }`;
  await browser.scripting
    .insertCSS({ target: injectionTarget(page), origin: 'USER', css })
    // Without the sheet the overlay is displayed as well: see components/overlay/overlay.ts.
    .catch(() => undefined);
};

const injectOverlay = (page: InjectionTarget, overlay: Overlay): Promise<boolean> => {
  // Firefox waits for the page to load, which may never end.
  if (import.meta.env.FIREFOX) void insertSheet(page, overlay);
  return inject(page, `/${overlay}.js`);
};

/** Adds the player to a page, at first as a pill; resolves with whether the browser allowed it. */
export const injectPlayer = (page: InjectionTarget): Promise<boolean> => injectOverlay(page, 'player');

/** Adds a toast to the page of a tab in which the person has just requested a link; resolves with whether the browser allowed it. */
export const injectToast = (tabId: number): Promise<boolean> => injectOverlay({ tabId }, 'toast');
