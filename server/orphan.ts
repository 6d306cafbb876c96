/**
 * Acts once when this process has lost the parent it began with: a signal to npm ends npm and its shell, and reaches
 * nobody below them.
 */
export function whenOrphaned(act: () => void): void {
  const parent = (): number => process.ppid;
  const first = parent();
  const timer = setInterval(() => {
    if (parent() === first) return;
    clearInterval(timer);
    act();
  }, 500);
  timer.unref();
}
