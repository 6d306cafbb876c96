import { restrictMedia } from '../../lib/browser/media-policy.ts';
import { servePlayer } from '../../lib/music/player-port.ts';
import { background } from '../../lib/background.ts';
import { coverMessages } from '../../lib/music/messages.ts';
import { offscreenMessages } from './messages.ts';
import { serve } from '../../lib/messaging/serve.ts';
import { createAudioPlayer } from '../../lib/music/audio-player.ts';
import { createCovers } from '../../lib/music/covers.ts';

const audio = document.querySelector('audio');

const loadMusic = async (wasPlayPressed = false) => {
  const music = await background.music({ wasPlayPressed });
  if (!music) return null;
  // With another service than before, the next command opens a document that may load its tracks.
  if (music.ok && !restrictMedia(music.tracks.map((track) => track.audio))) window.close();
  return music;
};
const loadCover = createCovers(loadMusic);

if (audio) {
  const player = createAudioPlayer({
    audio,
    loadMusic,
    loadCover,
    savePlayback: (playback) => background.savePlayback(playback),
    setAudibleTab: (tabId) => background.setAudibleTab({ tabId }),
    onIdle: () => window.close(),
  });
  servePlayer(player);
  serve({ ...coverMessages(loadCover), ...offscreenMessages(player) });
}
