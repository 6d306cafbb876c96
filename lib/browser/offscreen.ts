import { browser } from '@wxt-dev/webextension-polyfill/browser';

/** Chromium's API, which the polyfill does not know. https://developer.chrome.com/docs/extensions/reference/api/offscreen */
interface Offscreen {
  hasDocument(): Promise<boolean>;
  createDocument(options: { url: string; reasons: string[]; justification: string }): Promise<void>;
}

const offscreenOf = (api: object): Offscreen | undefined => (api as { offscreen?: Offscreen }).offscreen;

let pendingCreation: Promise<boolean> | null = null;

const createOffscreen = async (offscreen: Offscreen): Promise<boolean> => {
  if (await offscreen.hasDocument()) return true;
  // The last two reasons keep it open in Chromium also while its sound is muted.
  const reasons = ['AUDIO_PLAYBACK', 'BLOBS', 'CLIPBOARD'];
  const justification =
    'Plays music on missing pages, draws its covers from Blobs, and copies short links: a service worker can do none of it.';
  // Another call may have created it meanwhile.
  await offscreen.createDocument({ url: '/offscreen.html', reasons, justification }).catch(() => undefined);
  return offscreen.hasDocument();
};

/**
 * Creates Chromium's only offscreen document if it is missing; resolves with whether it exists and listens. It closes
 * itself when it is idle. In Firefox the background page plays the music itself.
 */
export const openSound = async (): Promise<boolean> => {
  const offscreen = offscreenOf(browser);
  if (!offscreen) return true;
  pendingCreation ??= createOffscreen(offscreen).finally(() => {
    pendingCreation = null;
  });
  return pendingCreation;
};
