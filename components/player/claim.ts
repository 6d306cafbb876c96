/** Known to all scripts of this extension in this page, and to nobody else: they have a global object of their own. */
const here = Symbol.for('player');

/** Says until the signal is aborted that there is a player; false where there is one already. */
export const claim = (signal: AbortSignal): boolean => {
  if (Reflect.has(globalThis, here)) return false;
  Reflect.set(globalThis, here, true);
  signal.addEventListener('abort', () => Reflect.deleteProperty(globalThis, here));
  return true;
};
