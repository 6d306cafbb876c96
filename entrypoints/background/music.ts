import { storedPlayback } from '../../lib/music/stored-playback.ts';
import { sessionItem } from '../../lib/storage/storage.ts';
import { showSoundingBadge } from '../../lib/browser/badge.ts';
import { openSound } from '../../lib/browser/offscreen.ts';
import { mayReach } from '../../lib/browser/permissions.ts';
import type { Handlers } from '../../lib/messaging/serve.ts';
import { createMusic } from '../../lib/music/music.ts';
import { createStation, keptList } from '../../lib/music/station.ts';
import type { Service } from '../../lib/connection/service.ts';
import { startSoundHere } from './sound.ts';

type Names = 'wake' | 'music' | 'remember' | 'sounding';
const done = (): null => null;

/** The music: its list, its memory and where it sounds. */
export const startMusic = (
  service: Service,
  refreshGrey: () => unknown,
): Pick<Handlers, Names> & Partial<Pick<Handlers, 'cover'>> => {
  const music = createMusic({
    station: createStation({ connection: service.connection, kept: sessionItem('tracks', keptList) }),
    playback: storedPlayback,
    mayReach,
  });
  return {
    ...(import.meta.env.FIREFOX ? startSoundHere(music) : {}),
    wake: ({ toPlay }, site) => {
      // Of a private window nothing stays, the time at which it asked neither.
      if (toPlay) void music.prepare().then(({ ok }) => ok && site?.private === false && refreshGrey());
      return openSound();
    },
    music: () => music.music(),
    remember: (state) => music.remember(state).then(done),
    sounding: ({ tabId }) => showSoundingBadge(tabId).then(done),
  };
};
