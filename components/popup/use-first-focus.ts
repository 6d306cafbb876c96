import { useEffect } from 'preact/hooks';

/**
 * Gives an element the focus at first. Firefox loads a popup in one panel and moves it to another, which takes the focus away if it
 * happens later (measured: one opening of ten); then the element gets it again together with the window.
 */
export const useFirstFocus = (find: () => HTMLElement | null): void =>
  useEffect(() => {
    const focus = (): void => find()?.focus();
    const focusAgain = (): void => {
      if (document.activeElement === document.body) focus();
    };
    focus();
    addEventListener('focus', focusAgain, { once: true });
    return () => removeEventListener('focus', focusAgain);
  }, []);
