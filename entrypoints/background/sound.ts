import { showSoundingBadge } from '../../lib/browser/badge.ts';
import { mayReach } from '../../lib/browser/permissions.ts';
import type { Handlers } from '../../lib/messaging/serve.ts';
import { serveSound } from '../../lib/messaging/sound-port.ts';
import { createAudioFetch } from '../../lib/music/audio-file.ts';
import { createCovers } from '../../lib/music/covers.ts';
import type { createMusic } from '../../lib/music/music.ts';
import { createSound } from '../../lib/music/sound.ts';

/** Firefox: the sound lives in the background, which has a document. Registers its listener at once. */
export const startSoundHere = ({
  music,
  remember,
}: ReturnType<typeof createMusic>): Pick<Handlers, 'cover'> => {
  const audio = document.body.appendChild(document.createElement('audio'));
  const cover = createCovers(music);
  const fetchAudio = createAudioFetch(mayReach);
  serveSound(createSound({ audio, music, remember, cover, fetchAudio, sounding: showSoundingBadge }));
  return { cover: ({ id }) => cover(id) };
};
