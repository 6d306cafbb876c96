import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

type Parts = (typeof import('./after-paint.tsx'))['parts'];

/** What the popup needs only after its form has appeared; null until it is loaded. */
export const parts = signal<Parts | null>(null);

export const isLoaded: ReadonlySignal<boolean> = computed(() => parts.value !== null);

/** Loads them, once. */
export const loadParts = async (): Promise<Parts> => {
  const loaded = (await import('./after-paint.tsx')).parts;
  parts.value = loaded;
  return loaded;
};

interface LaterProps {
  children(loaded: Parts): ComponentChildren;
  /** Stands in their place until they are loaded. */
  meanwhile?: ComponentChildren;
}

/** What is shown with the parts that are loaded after the first paint. */
export const Later = ({ children, meanwhile = null }: LaterProps) => (
  <>{parts.value ? children(parts.value) : meanwhile}</>
);
