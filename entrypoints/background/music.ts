import { markSounding } from '../../lib/browser/badge.ts';
import { localItem } from '../../lib/browser/local.ts';
import { openSound } from '../../lib/browser/offscreen.ts';
import { storedPlayback } from '../../lib/browser/playback.ts';
import type { Handlers } from '../../lib/messages/serve.ts';
import { serveSound } from '../../lib/messages/sound-door.ts';
import { createCovers } from '../../lib/music/covers.ts';
import { createMusic } from '../../lib/music/music.ts';
import { createSound } from '../../lib/music/sound.ts';
import { createStation, keptList } from '../../lib/music/station.ts';
import type { Service } from '../../lib/service/service.ts';

type Names = 'wake' | 'music' | 'remember' | 'sounding';
const done = (): null => null;

/** Firefox: the sound lives in the background, which has a document. Registers its listener at once. */
const playHere = ({ music, remember }: ReturnType<typeof createMusic>): Pick<Handlers, 'cover'> => {
  const audio = document.body.appendChild(document.createElement('audio'));
  const cover = createCovers(music);
  serveSound(createSound({ audio, music, remember, cover, sounding: markSounding }));
  return { cover: ({ id }) => cover(id) };
};

/** The music: its list, its memory and where it sounds. */
export const startMusic = (service: Service): Pick<Handlers, Names> & Partial<Pick<Handlers, 'cover'>> => {
  const music = createMusic({
    station: createStation({ connection: service.connection, kept: localItem('tracks', keptList) }),
    playback: storedPlayback,
  });
  return {
    ...(import.meta.env.FIREFOX ? playHere(music) : {}),
    wake: ({ toPlay }) => {
      if (toPlay) music.prepare();
      return openSound();
    },
    music: () => music.music(),
    remember: (state) => music.remember(state).then(done),
    sounding: ({ tabId }) => markSounding(tabId).then(done),
  };
};
