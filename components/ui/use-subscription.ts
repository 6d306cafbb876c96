import { useLayoutEffect } from 'preact/hooks';

/**
 * Subscribes when the component appears, and again when one of the inputs changes; ends the subscription when the component
 * is removed. A layout effect runs immediately: in a tab in the background other effects may wait for seconds, and a change
 * meanwhile would be missed.
 */
export const useSubscription = (
  subscribe: (signal: AbortSignal) => void,
  inputs: readonly unknown[] = [],
): void => {
  useLayoutEffect(() => {
    const controller = new AbortController();
    subscribe(controller.signal);
    return () => controller.abort();
  }, inputs);
};
