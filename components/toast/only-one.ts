/** Known to all scripts of this extension in this page, and to nobody else: they have a global object of their own. */
const here = Symbol.for('toast');

/** Ends the toast that is there; `leave` ends the one that comes, which is there until the signal is aborted. */
export const takeOver = (signal: AbortSignal, leave: () => void): void => {
  const older = Reflect.get(globalThis, here) as (() => void) | undefined;
  older?.();
  Reflect.set(globalThis, here, leave);
  signal.addEventListener('abort', () => Reflect.deleteProperty(globalThis, here));
};
