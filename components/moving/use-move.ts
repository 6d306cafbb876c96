import { useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { formatNumber, plural, text } from '../../lib/i18n/texts.ts';
import type { MoveState } from '../../lib/moving/move.ts';
import { nameOf } from '../../lib/settings/connection-info.ts';
import { useSubscription } from '../ui/use-subscription.ts';

/** Milliseconds between two readings of the state. */
const readingInterval = 1000;

/**
 * The state of the move: read at first, whenever the page becomes visible, and while it is running; undefined until it was
 * read, null if no move is running and none has a result.
 */
export const useMove = () => {
  const [move, setMove] = useState<MoveState | null>();
  const isRunning = move?.isRunning === true;
  const read = async (signal?: AbortSignal): Promise<void> => {
    const next = (await background.moveState({})) ?? null;
    if (!signal?.aborted) setMove(next);
  };
  useSubscription((signal) => {
    void read(signal);
    const onVisible = (): void => void (document.visibilityState === 'visible' && read(signal));
    document.addEventListener('visibilitychange', onVisible, { signal });
  });
  useSubscription(
    (signal) => {
      if (!isRunning) return;
      const timer = setInterval(() => void read(signal), readingInterval);
      signal.addEventListener('abort', () => clearInterval(timer));
    },
    [isRunning],
  );
  return { move, setMove, read };
};

type Named = { id: string } & Parameters<typeof nameOf>[0];

/** What a connection is called; empty if it was removed. */
export const nameIn = (connections: readonly Named[], id: string): string => {
  const found = connections.find((each) => each.id === id);
  return found ? nameOf(found) : '';
};

export const titleOf = (move: MoveState | null | undefined, connections: readonly Named[]): string => {
  if (!move) return text('moveTitle');
  if (!move.isRunning) return plural('moveCreated', move.created);
  const to = nameIn(connections, move.to);
  return to === '' ? text('moveTitle') : text('movingTo', to);
};

export const countsOf = ({ waiting, created, failed, unknown }: MoveState) => {
  const done = created + failed + unknown;
  return { done, all: done + waiting };
};

/** How far a move is, or how many links it left; empty if it left none. */
export const progressOf = (move: MoveState): string => {
  const { done, all } = countsOf(move);
  if (move.isRunning) return text('moveProgress', formatNumber(done), formatNumber(all));
  return move.waiting > 0 ? plural('moveLeft', move.waiting) : '';
};
