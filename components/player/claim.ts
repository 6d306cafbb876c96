/** Known to all scripts of this extension in this page, and to nobody else: they have a global object of their own. */
const here = Symbol.for('player');

/** Says that there is a player now; false where there is one already. */
export const claim = (): boolean => !Reflect.has(globalThis, here) && Reflect.set(globalThis, here, true);

export const release = (): void => void Reflect.deleteProperty(globalThis, here);
