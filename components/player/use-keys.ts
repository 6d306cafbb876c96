import { useRef } from 'preact/hooks';
import { type KeyAct, type KeyParts, meaningOf, performKey } from './keys.ts';

/** Acts that go on while the key is held down. */
const repeating: readonly KeyAct[] = ['back', 'forward', 'louder', 'quieter'];

/** Listeners for the keys; those that mean something here are not passed on to the page, all others are. */
export const useKeys = (parts: KeyParts) => {
  const down = useRef(new Set<string>());
  const use = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
    if (!(event.target instanceof Element)) return false;
    const meaning = meaningOf(event.target, event.key.toLowerCase());
    if (meaning === null) return false;
    if (meaning === 'own') return true;
    const isMeant = (event.repeat && !repeating.includes(meaning)) || performKey(meaning, parts);
    if (isMeant) event.preventDefault();
    return isMeant;
  };
  return {
    onKeyDown(event: KeyboardEvent): void {
      if (!use(event)) return;
      down.current.add(event.code);
      event.stopPropagation();
    },
    onKeyUp(event: KeyboardEvent): void {
      if (down.current.delete(event.code)) event.stopPropagation();
    },
  };
};
