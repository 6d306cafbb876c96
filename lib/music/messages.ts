import * as z from 'zod/mini';
import { showSoundingBadge } from '../browser/badge.ts';
import { ensureOffscreenDocument } from '../browser/offscreen.ts';
import { message } from '../messaging/message.ts';
import { playback } from './contract.ts';
import type { MusicProvider } from './music-provider.ts';

/** To the background: the audio player is started, gets its track list, and stores its settings. */
export const musicMessages = (provider: MusicProvider, refreshGrayscale: () => unknown) => ({
  /** Starts the audio player if it is not running; `toPlay` also loads the track list. Resolves with whether it is running. */
  openPlayer: message({
    from: ['content-script', 'popup', 'options'],
    request: () => z.object({ toPlay: z.boolean() }),
    handle({ toPlay }, tab) {
      if (toPlay) {
        void provider.prefetch().then(({ ok }) => {
          // The grayscale days are refreshed after the service has done something for a person, but for no private window: what
          // that causes may not be stored.
          if (ok && tab?.private === false) refreshGrayscale();
        });
      }
      // In Firefox the player runs here already: this resolves with true.
      return ensureOffscreenDocument();
    },
  }),

  /** The track list and the stored playback state. */
  music: message({
    from: ['offscreen'],
    request: () => z.object({ wasPlayPressed: z.boolean() }),
    handle: ({ wasPlayPressed }) => provider.loadMusic(wasPlayPressed),
  }),

  savePlayback: message({
    from: ['offscreen'],
    request: () => playback,
    async handle(settings) {
      await provider.savePlayback(settings);
      return null;
    },
  }),

  /** The tab that plays music now. */
  setAudibleTab: message({
    from: ['offscreen'],
    request: () => z.object({ tabId: z.nullable(z.int()) }),
    async handle({ tabId }) {
      await showSoundingBadge(tabId);
      return null;
    },
  }),
});

/**
 * To the audio player, in the offscreen document or in Firefox's background: the picture of a track, as a PNG’s data address of
 * at most 256 by 256 pixels.
 */
export const coverMessages = (loadCover: (id: number) => Promise<string | null>) => ({
  cover: message({
    from: ['content-script'],
    request: () => z.object({ id: z.int() }),
    handle: ({ id }) => loadCover(id),
  }),
});
