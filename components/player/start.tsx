import { isGrayscale } from '../../lib/grayscale/grayscale.ts';
import type { Remote } from '../../lib/music/contract.ts';
import { removeLeftOvers } from '../host/left-over.ts';
import type { Acts } from './acts.ts';
import { claim } from './claim.ts';
import { Player } from './Player.tsx';
import { createPlayerPresence } from './presence.ts';
import { createSession, type Session } from './session.ts';
import { untilVisible } from './until-visible.ts';

export interface Arrival {
  startByItself: boolean;
  /** What the service answered to Grayscale filter, if anything. */
  grey: unknown;
}

export interface PlayerParts extends Pick<Acts, 'cover'> {
  remote: Remote;
  /** False once the extension has been reloaded or removed. */
  isAlive(): boolean;
  /** Looks into a closed root, which only an extension may. */
  closedRootOf(element: Element): ShadowRoot | null;
  /** Says that the player is there; resolves with whether it is to start by itself, and when to be grey. Does not reject. */
  arrive(): Promise<Arrival>;
  /** No player on this site again. */
  never(): void;
  /** Open only where a test looks inside. */
  mode?: ShadowRootMode;
}

/** What the background can order. */
export interface RunningPlayer {
  /** The person has asked for music on this very page. */
  play(): void;
  /** Music on missing pages is over: ends a player that nobody has asked for. */
  leave(): void;
}

interface ActParts {
  session: Session;
  leave(): void;
}

const actsOf = ({ cover, never }: PlayerParts, { session, leave }: ActParts): Acts => ({
  cover,
  give: session.give,
  open() {
    session.setOpen(true);
    session.give({ do: 'look' });
  },
  fold: () => session.setOpen(false),
  close: leave,
  never() {
    never();
    leave();
  },
});

/** A player that the person has asked for is no matter of music on missing pages any more. */
const obeying = ({ play, leave }: RunningPlayer): RunningPlayer => {
  let isAskedFor = false;
  return {
    play() {
      isAskedFor = true;
      play();
    },
    leave() {
      if (!isAskedFor) leave();
    },
  };
};

/** Puts the player into the page, until `end` is aborted. */
const appear = (parts: PlayerParts, end: AbortController): RunningPlayer => {
  removeLeftOvers('player', parts.closedRootOf);
  const { signal } = end;
  const leave = (): void => {
    if (signal.aborted) return;
    end.abort();
    presence.end();
  };
  /** One that is left over takes itself away. */
  const isAlive = (): boolean => {
    if (!parts.isAlive()) leave();
    return !signal.aborted;
  };
  const changed = (): void => {
    if (isAlive()) presence.draw();
  };
  const session = createSession({ remote: parts.remote, changed });
  const acts = actsOf(parts, { session, leave });
  let arrival: Arrival | null = null;
  const isGreyNow = (): boolean => isGrayscale(arrival?.grey, new Date());
  const show = () => <Player view={session.view()} acts={acts} isGrey={isGreyNow()} />;
  const presence = createPlayerPresence({
    ...{ mode: parts.mode, signal, isAlive, show, gaveUp: leave },
    ...{ isExtensionThere: parts.isAlive, orphaned: leave },
  });
  const play = (by: 'person' | 'itself'): void => {
    if (isAlive()) session.give({ do: 'play', by });
  };
  const arrive = async (): Promise<void> => {
    arrival = await parts.arrive();
    changed();
    if (!arrival.startByItself) return;
    await untilVisible(signal);
    if (!session.view().isAwake) play('itself');
  };
  void arrive();
  return obeying({ play: () => play('person'), leave });
};

/** Puts the player into the page: the pill, until a person does something. Null where there is a player already. */
export const startPlayer = (parts: PlayerParts): RunningPlayer | null => {
  const end = new AbortController();
  if (!parts.isAlive() || !claim(end.signal)) return null;
  end.signal.addEventListener('abort', parts.remote.close);
  try {
    return appear(parts, end);
  } catch (error) {
    // The next attempt finds no player.
    end.abort();
    throw error;
  }
};
