import { useEffect } from 'preact/hooks';

/**
 * Gives an element the focus at first. Firefox loads a popup in one panel and moves it to another. If it moves after the element
 * got the focus, the focus is lost (measured: one opening of ten); the element gets it again together with the window, unless a
 * key was pressed before: Tab leads out of the popup, and in again at its first element.
 */
export const useFirstFocus = (find: () => HTMLElement | null): void =>
  useEffect(() => {
    const focus = (): void => find()?.focus();
    const focusAgain = (): void => {
      if (document.activeElement === document.body) focus();
    };
    focus();
    const end = (): void => removeEventListener('focus', focusAgain);
    addEventListener('focus', focusAgain, { once: true });
    addEventListener('keydown', end, { once: true });
    return end;
  }, []);
