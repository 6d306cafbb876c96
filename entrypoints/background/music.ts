import { logAndReturn } from '../../lib/errors/error-log.ts';
import * as z from 'zod/mini';
import { clearStaleSoundingBadge, showSoundingBadge } from '../../lib/browser/badge.ts';
import { ensureOffscreenDocument } from '../../lib/browser/offscreen.ts';
import { afterStartup } from '../../lib/async/async.ts';
import { hasHostPermission } from '../../lib/browser/permissions.ts';
import { sessionItem } from '../../lib/storage/storage.ts';
import { servePlayer } from '../../lib/messaging/player-port.ts';
import { message } from '../../lib/messaging/message.ts';
import { playback } from '../../lib/music/contract.ts';
import { createAudioFetch } from '../../lib/music/audio-fetch.ts';
import { createAudioPlayer } from '../../lib/music/audio-player.ts';
import { createCovers } from '../../lib/music/covers.ts';
import { createMusicProvider, type MusicProvider, storedPlayback } from '../../lib/music/music-provider.ts';
import { cachedTrackList, createTrackList } from '../../lib/music/track-list.ts';
import { coverMessage } from '../offscreen/messages.ts';
import type { Service } from '../../lib/connection/service.ts';

/** Firefox has no offscreen documents: its audio player runs in the background page. Registers its listener synchronously. */
const startPlayerHere = ({ loadMusic, savePlayback }: MusicProvider) => {
  const audio = document.body.appendChild(document.createElement('audio'));
  const loadCover = createCovers(loadMusic);
  const fetchAudio = createAudioFetch(hasHostPermission);
  const setAudibleTab = showSoundingBadge;
  servePlayer(createAudioPlayer({ audio, loadMusic, savePlayback, loadCover, fetchAudio, setAudibleTab }));
  return { cover: coverMessage(loadCover) };
};

/** Provides the audio player with its list and its stored settings, and marks the tab from which music plays. */
export const startMusic = (service: Service, refreshGrayscale: () => unknown) => {
  const clearStale = () => clearStaleSoundingBadge().catch(logAndReturn(undefined));
  // In Firefox it clears the badge without a check whether music plays, so it runs at once, before any can.
  if (import.meta.env.FIREFOX) void clearStale();
  else afterStartup(clearStale);
  const provider = createMusicProvider({
    trackList: createTrackList({
      connection: service.connection,
      cache: sessionItem('track-list', cachedTrackList),
    }),
    playback: storedPlayback,
    hasHostPermission,
  });
  const cover: Partial<ReturnType<typeof startPlayerHere>> = import.meta.env.FIREFOX
    ? startPlayerHere(provider)
    : {};
  return {
    ...cover,

    /** Starts the audio player if it is not running; `toPlay` also loads the track list. Resolves with whether it is running. */
    openPlayer: message({
      from: ['content-script', 'popup', 'options'],
      request: z.object({ toPlay: z.boolean() }),
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
      request: z.object({ wasPlayPressed: z.boolean() }),
      handle: ({ wasPlayPressed }) => provider.loadMusic(wasPlayPressed),
    }),

    savePlayback: message({
      from: ['offscreen'],
      request: playback,
      async handle(settings) {
        await provider.savePlayback(settings);
        return null;
      },
    }),

    /** The tab that plays music now. */
    setAudibleTab: message({
      from: ['offscreen'],
      request: z.object({ tabId: z.nullable(z.int()) }),
      async handle({ tabId }) {
        await showSoundingBadge(tabId);
        return null;
      },
    }),
  };
};
