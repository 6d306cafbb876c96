import { useEffect, useRef } from 'preact/hooks';
import type { Entry } from '../../lib/history/search.ts';
import { isManageable } from '../../lib/managing/extension.ts';
import { canAny, type ConnectionInfo } from '../../lib/settings/connection-info.ts';
import { useSubscription } from '../ui/use-subscription.ts';

/** Milliseconds; a little more than the pause that the background makes between two requests. */
const interval = 61_000;

/** Milliseconds after which a list that is scrolled counts as still. */
const stillAfter = 500;

interface RefreshOptions {
  /** The rows in sight. */
  rows: readonly Entry[];
  /** Unix seconds. */
  now: number;
  connections: readonly ConnectionInfo[];
  refresh(ids: readonly string[]): void;
}

/**
 * Asks how often the links in sight were opened: when they come into sight, and once a minute while the page is visible.
 * Nothing is asked of a service that does not count, of other accounts' links, or of those that expired a week ago.
 */
export const useRefresh = ({ rows, now, connections, refresh }: RefreshOptions): void => {
  const ids = canAny(connections, 'opens')
    ? rows.filter(({ attempt }) => isManageable(attempt, connections, now)).map(({ attempt }) => attempt.id)
    : [];
  const latest = useRef(ids);
  latest.current = ids;
  const refreshVisible = (): void => {
    if (document.visibilityState === 'visible' && latest.current.length > 0) refresh(latest.current);
  };
  useEffect(() => {
    const timer = setTimeout(refreshVisible, stillAfter);
    return () => clearTimeout(timer);
  }, [ids.join()]);
  useSubscription((signal) => {
    const timer = setInterval(refreshVisible, interval);
    document.addEventListener('visibilitychange', refreshVisible, { signal });
    signal.addEventListener('abort', () => clearInterval(timer));
  });
};
