import { browser } from '../webextension/browser.ts';
import { singleFlight } from '../async/async.ts';

/** Chromium's API, which the types do not know. https://developer.chrome.com/docs/extensions/reference/api/offscreen */
interface Offscreen {
  hasDocument(): Promise<boolean>;
  createDocument(options: { url: string; reasons: string[]; justification: string }): Promise<void>;
}

const offscreenOf = (api: object): Offscreen | undefined => (api as { offscreen?: Offscreen }).offscreen;

const share = singleFlight<boolean>();

const createIfMissing = async (offscreen: Offscreen): Promise<boolean> => {
  if (await offscreen.hasDocument()) return true;
  // The document plays music, draws covers from Blobs and copies. BLOBS and CLIPBOARD keep it open while audio is muted.
  const reasons = ['AUDIO_PLAYBACK', 'BLOBS', 'CLIPBOARD'];
  const justification =
    'Plays music on 404 pages, draws its covers from Blobs, and copies short links: a service worker can do none of it.';
  // It fails if another context has just created it: the check below then finds that one.
  await offscreen.createDocument({ url: '/offscreen.html', reasons, justification }).catch(() => undefined);
  return offscreen.hasDocument();
};

/** Whether Chromium's offscreen document is there; false in other browsers, which have none. */
export const hasOffscreenDocument = async (): Promise<boolean> =>
  (await offscreenOf(browser)?.hasDocument()) ?? false;

/**
 * Creates Chromium's only offscreen document if it does not exist; resolves with whether it is there and listening. It
 * closes itself when it is idle. In other browsers, where the background plays the music, it resolves with true.
 */
export const ensureOffscreenDocument = async (): Promise<boolean> => {
  const offscreen = offscreenOf(browser);
  return offscreen ? share('create', () => createIfMissing(offscreen)) : true;
};
