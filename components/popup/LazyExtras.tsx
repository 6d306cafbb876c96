import { useEffect, useState } from 'preact/hooks';
import type { Extras, ExtrasProps } from './Extras.tsx';

/** The extras, loaded after the form, so that the form appears sooner. They stand below it, so that nothing moves. */
export const LazyExtras = (props: ExtrasProps) => {
  const [loaded, setLoaded] = useState<{ Extras: typeof Extras } | null>(null);
  useEffect(() => void import('./Extras.tsx').then(setLoaded), []);
  return loaded && <loaded.Extras {...props} />;
};
