import { useEffect, useState } from 'preact/hooks';
import type { Extras, ExtrasProps } from './Extras.tsx';

/** The extras, read once the form is there: nobody waits for them. They come below all else, where nothing moves. */
export const Later = (props: ExtrasProps) => {
  const [loaded, setLoaded] = useState<{ Extras: typeof Extras } | null>(null);
  useEffect(() => void import('./Extras.tsx').then(setLoaded), []);
  return loaded && <loaded.Extras {...props} />;
};
