import { clearStaleSoundingBadge, showSoundingBadge } from '../../lib/browser/badge.ts';
import { ensureOffscreenDocument } from '../../lib/browser/offscreen.ts';
import { mayReach } from '../../lib/browser/permissions.ts';
import { storedPlayback } from '../../lib/music/playback-item.ts';
import { sessionItem } from '../../lib/storage/storage.ts';
import { servePlayer } from '../../lib/messaging/player-port.ts';
import type { Handlers } from '../../lib/messaging/serve.ts';
import { createAudioFetch } from '../../lib/music/audio-fetch.ts';
import { createAudioPlayer } from '../../lib/music/audio-player.ts';
import { createCovers } from '../../lib/music/covers.ts';
import { createMusicProvider, type MusicProvider } from '../../lib/music/music-provider.ts';
import { cachedTrackList, createTrackList } from '../../lib/music/track-list.ts';
import type { Service } from '../../lib/connection/service.ts';

type Names = 'openPlayer' | 'music' | 'savePlayback' | 'setAudibleTab';

/** Firefox has no offscreen documents: its audio player runs in the background page. Registers its listener synchronously. */
const startPlayerHere = ({ loadMusic, savePlayback }: MusicProvider): Pick<Handlers, 'cover'> => {
  const audio = document.body.appendChild(document.createElement('audio'));
  const loadCover = createCovers(loadMusic);
  const fetchAudio = createAudioFetch(mayReach);
  const setAudibleTab = showSoundingBadge;
  servePlayer(createAudioPlayer({ audio, loadMusic, savePlayback, loadCover, fetchAudio, setAudibleTab }));
  return { cover: ({ id }) => loadCover(id) };
};

/** Provides the audio player with its list and its stored settings, and marks the tab from which music plays. */
export const startMusic = (
  service: Service,
  refreshGrayscale: () => unknown,
): Pick<Handlers, Names> & Partial<Pick<Handlers, 'cover'>> => {
  void clearStaleSoundingBadge().catch(() => undefined);
  const provider = createMusicProvider({
    trackList: createTrackList({
      connection: service.connection,
      cache: sessionItem('track-list', cachedTrackList),
    }),
    playback: storedPlayback,
    mayReach,
  });
  return {
    ...(import.meta.env.FIREFOX ? startPlayerHere(provider) : {}),
    async openPlayer({ toPlay }, tab) {
      if (toPlay) {
        void provider.prefetch().then(({ ok }) => {
          // Nothing that a private window causes may be stored, so it triggers no refresh either.
          if (ok && tab?.private === false) refreshGrayscale();
        });
      }
      return ensureOffscreenDocument();
    },
    music: ({ isByPerson }) => provider.loadMusic(isByPerson),
    async savePlayback(settings) {
      await provider.savePlayback(settings);
      return null;
    },
    async setAudibleTab({ tabId }) {
      await showSoundingBadge(tabId);
      return null;
    },
  };
};
