/** Milliseconds between two checks of the parent process. */
const interval = 500;

/**
 * Calls `act` once when the parent process of this process has exited. A signal to npm ends npm and its shell, but does
 * not reach the processes that they started.
 */
export function onParentExit(act: () => void): void {
  const firstParent = parentId();

  const timer = setInterval(() => {
    if (parentId() === firstParent) return;
    clearInterval(timer);
    act();
  }, interval);
  timer.unref();
}

// TypeScript takes the property for a constant; it changes when the parent exits.
function parentId(): number {
  return process.ppid;
}
