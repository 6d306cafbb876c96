import { logAndReturn } from '../../lib/errors/error-log.ts';
import { clearStaleSoundingBadge, showSoundingBadge } from '../../lib/browser/badge.ts';
import { afterStartup } from '../../lib/async/async.ts';
import { sessionItem } from '../../lib/storage/storage.ts';
import { servePlayer } from '../../lib/music/player-port.ts';
import { fetchAudio } from '../../lib/music/audio-fetch.ts';
import { createAudioPlayer } from '../../lib/music/audio-player.ts';
import { createCovers } from '../../lib/music/covers.ts';
import { createMusicProvider, type MusicProvider } from '../../lib/music/music-provider.ts';
import { cachedTrackList, createTrackList } from '../../lib/music/track-list.ts';
import { coverMessages } from '../../lib/music/messages.ts';
import type { Service } from '../../lib/connection/service.ts';

/** Firefox has no offscreen documents: its audio player runs in the background page. Registers its listener synchronously. */
const startPlayerHere = ({ loadMusic, savePlayback }: MusicProvider) => {
  const audio = document.body.appendChild(document.createElement('audio'));
  const loadCover = createCovers(loadMusic);
  const setAudibleTab = showSoundingBadge;
  servePlayer(createAudioPlayer({ audio, loadMusic, savePlayback, loadCover, fetchAudio, setAudibleTab }));
  return coverMessages(loadCover);
};

/** What the audio player needs. In Firefox it runs here, and this also returns the messages to it. */
export const startMusic = (connection: Service['connection']) => {
  const clearStale = () => clearStaleSoundingBadge().catch(logAndReturn(undefined));
  // In Firefox it clears the badge without a check whether music plays, so it runs at once, before any can.
  if (import.meta.env.FIREFOX) void clearStale();
  else afterStartup(clearStale);
  const provider = createMusicProvider(
    createTrackList({ connection, cache: sessionItem('track-list', cachedTrackList) }),
  );
  const isPlayerHere = import.meta.env.FIREFOX;
  return { provider, coverMessages: isPlayerHere ? startPlayerHere(provider) : {} };
};
