interface BrowserEvent<Listener> {
  addListener(listener: Listener): void;
  removeListener(listener: Listener): void;
}

/** Adds a listener to an event of the browser; with a signal, removes it when the signal aborts. */
export const subscribe = <Listener>(
  event: BrowserEvent<Listener>,
  listener: Listener,
  signal?: AbortSignal,
): void => {
  if (signal?.aborted) return;
  event.addListener(listener);
  signal?.addEventListener('abort', () => event.removeListener(listener), { once: true });
};
