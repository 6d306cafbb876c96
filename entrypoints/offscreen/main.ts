import { restrictMedia } from '../../lib/browser/media-policy.ts';
import { servePlayer } from '../../lib/messaging/player-port.ts';
import { send } from '../background/send.ts';
import { offscreenMessages } from './messages.ts';
import { serve } from '../../lib/messaging/serve.ts';
import { createAudioPlayer } from '../../lib/music/audio-player.ts';
import { createCovers } from '../../lib/music/covers.ts';

const audio = document.querySelector('audio');

const loadMusic = async (wasPlayPressed = false) => {
  const music = await send('music', { wasPlayPressed });
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
    savePlayback: (playback) => send('savePlayback', playback),
    setAudibleTab: (tabId) => send('setAudibleTab', { tabId }),
    onIdle: () => window.close(),
  });
  servePlayer(player);
  serve(offscreenMessages(player, loadCover));
}
