import { copyAsText } from '../../lib/browser/clipboard.ts';
import { send } from '../../lib/messaging/send.ts';
import { serve } from '../../lib/messaging/serve.ts';
import { serveSound } from '../../lib/messaging/sound-port.ts';
import { createCovers } from '../../lib/music/covers.ts';
import { createSound } from '../../lib/music/sound.ts';

const audio = document.querySelector('audio');
const music = () => send('music', {});
const cover = createCovers(music);

if (audio) {
  const sound = createSound({
    audio,
    music,
    cover,
    remember: (playback) => send('remember', playback),
    sounding: (tabId) => send('sounding', { tabId }),
    idle: () => window.close(),
  });
  serveSound(sound);
  serve({
    cover: ({ id }) => cover(id),
    copy: ({ text }) => {
      // Somebody is there for a moment: this document does not close now, but waits anew.
      const { leave } = sound.attach({ tabId: null, private: false, tell: () => undefined });
      const copied = copyAsText(text);
      leave();
      return Promise.resolve(copied);
    },
  });
}
