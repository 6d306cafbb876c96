import { useEffect } from 'preact/hooks';

/** The button that has the focus at first gets its ring with the first key that is not Enter. */
export const useRingAfterKey = (): void =>
  useEffect(() => {
    const { classList } = document.documentElement;
    classList.add('no-ring');
    const press = ({ key }: KeyboardEvent): void => {
      if (key !== 'Enter') classList.remove('no-ring');
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
