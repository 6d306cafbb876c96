/** Resolves when the page is to be seen; never, once the signal is aborted. */
export const untilVisible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look, { signal });
    look();
  });
