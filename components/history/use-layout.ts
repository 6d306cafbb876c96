import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Days } from './days.ts';
import { type Layout, layoutOf, offsetsOf, type Viewport } from './layout.ts';

interface Sizes {
  row: number;
  heading: number;
}

/** The heights of a row and of the heading of a day in pixels, as the style sheet sets them: they depend on the font size. */
const useSizes = (list: RefObject<HTMLElement | null>): Sizes => {
  const [sizes, setSizes] = useState<Sizes>({ row: 48, heading: 36 });
  useLayoutEffect(() => {
    const probe = (name: string) => list.current?.querySelector<HTMLElement>(`.probe.${name}`);
    const [row, heading] = [probe('row'), probe('heading')];
    if (!row || !heading) return undefined;
    const measure = (): void =>
      setSizes((before) => {
        const after = {
          row: row.getBoundingClientRect().height,
          heading: heading.getBoundingClientRect().height,
        };
        return before.row === after.row && before.heading === after.heading ? before : after;
      });
    const observer = new ResizeObserver(measure);
    observer.observe(row);
    observer.observe(heading);
    measure();
    return () => observer.disconnect();
  }, []);
  return sizes;
};

/** The scroll position of the list, whatever changes it. */
const useViewport = (list: RefObject<HTMLElement | null>): Viewport => {
  const [viewport, setViewport] = useState<Viewport>({ top: 0, height: innerHeight });
  useLayoutEffect(() => {
    const look = (): void => {
      const top = -(list.current?.getBoundingClientRect().top ?? 0);
      setViewport((before) =>
        before.top === top && before.height === innerHeight ? before : { top, height: innerHeight },
      );
    };
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    look();
    return () => {
      observer.disconnect();
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, []);
  return viewport;
};

/** The rows to render, and their positions. The first row of a day has a heading above it. */
export const useLayout = (
  list: RefObject<HTMLElement | null>,
  { count, days }: { count: number; days: Days },
): Layout => {
  const { row, heading } = useSizes(list);
  const viewport = useViewport(list);
  const offsets = useMemo(
    () => offsetsOf(count, (at) => (days.has(at) ? row + heading : row)),
    [count, days, row, heading],
  );
  return layoutOf(offsets, viewport);
};
