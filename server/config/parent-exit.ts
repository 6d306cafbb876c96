/** Milliseconds between two checks of the parent process. */
const interval = 500;

/**
 * Calls `act` once when the parent process of this process has exited. A signal to npm ends npm and its shell, but does
 * not reach the processes that they started.
 */
export function onParentExit(act: () => void): void {
  const firstParent = process.ppid;

  const timer = setInterval(() => {
    if (process.ppid === firstParent) return;
    clearInterval(timer);
    act();
  }, interval);
  timer.unref();
}
