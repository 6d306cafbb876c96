import { browser } from '@wxt-dev/webextension-polyfill/browser';

/** Chromium's, which the polyfill does not know. https://developer.chrome.com/docs/extensions/reference/api/offscreen */
interface Offscreen {
  hasDocument(): Promise<boolean>;
  createDocument(options: { url: string; reasons: string[]; justification: string }): Promise<void>;
}

const offscreenOf = (api: object): Offscreen | undefined => (api as { offscreen?: Offscreen }).offscreen;

let pendingCreation: Promise<boolean> | null = null;

const createOffscreen = async (offscreen: Offscreen): Promise<boolean> => {
  if (await offscreen.hasDocument()) return true;
  // It plays, draws covers from Blobs and copies. Chromium leaves it open for the latter two also while it is muted.
  const reasons = ['AUDIO_PLAYBACK', 'BLOBS', 'CLIPBOARD'];
  const justification =
    'Plays music on missing pages, draws its covers from Blobs, and copies short links: a service worker can do none of it.';
  // Another call may have been quicker; then it is there all the same.
  await offscreen.createDocument({ url: '/offscreen.html', reasons, justification }).catch(() => undefined);
  return offscreen.hasDocument();
};

/**
 * The one owner of Chromium's only offscreen document: makes it if it is not there and resolves with whether it is,
 * listening. It closes itself when it is idle. Elsewhere the background has a sound of its own.
 */
export const openSound = async (): Promise<boolean> => {
  const offscreen = offscreenOf(browser);
  if (!offscreen) return true;
  pendingCreation ??= createOffscreen(offscreen).finally(() => {
    pendingCreation = null;
  });
  return pendingCreation;
};
