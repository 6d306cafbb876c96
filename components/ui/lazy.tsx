import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A component whose code is loaded when it is first rendered; the placeholder stands in its place until then. */
export const lazy =
  <Props extends object>(
    load: () => Promise<ComponentType<Props>>,
    placeholder: ComponentChildren = null,
  ): ComponentType<Props> =>
  (props) => {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
    useEffect(() => void load().then((component) => setLoaded(() => component)), []);
    return Loaded ? <Loaded {...props} /> : placeholder;
  };
