import { useLayoutEffect } from 'preact/hooks';

/**
 * Subscribes when the component appears, and ends the subscription when it is removed. A layout effect runs immediately:
 * in a tab in the background other effects may wait for seconds, and a change meanwhile would be missed.
 */
export const useSubscription = (subscribe: (signal: AbortSignal) => void): void => {
  useLayoutEffect(() => {
    const controller = new AbortController();
    subscribe(controller.signal);
    return () => controller.abort();
  }, []);
};
