import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Entry } from '../../lib/history/search.ts';
import { type Layout, layoutOf, offsetsOf, type Viewport } from './layout.ts';
import { hasProblem } from './entry-texts.ts';

interface Sizes {
  plain: number;
  tall: number;
}

/** The two heights of a row in pixels, as the style sheet sets them: they depend on the width and on the font size. */
const useSizes = (list: RefObject<HTMLElement | null>): Sizes => {
  const [sizes, setSizes] = useState<Sizes>({ plain: 84, tall: 108 });
  useLayoutEffect(() => {
    const probe = (name: string) => list.current?.querySelector<HTMLElement>(`.probe.${name}`);
    const [plain, tall] = [probe('plain'), probe('tall')];
    if (!plain || !tall) return;
    const measure = (): void =>
      setSizes((before) => {
        const after = {
          plain: plain.getBoundingClientRect().height,
          tall: tall.getBoundingClientRect().height,
        };
        return before.plain === after.plain && before.tall === after.tall ? before : after;
      });
    const observer = new ResizeObserver(measure);
    observer.observe(plain);
    observer.observe(tall);
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

/** The rows to render, and their positions. */
export const useLayout = (list: RefObject<HTMLElement | null>, rows: readonly Entry[]): Layout => {
  const sizes = useSizes(list);
  const viewport = useViewport(list);
  const offsets = useMemo(
    () =>
      offsetsOf(rows.length, (at) => {
        const row = rows[at];
        return row && hasProblem(row.attempt) ? sizes.tall : sizes.plain;
      }),
    [rows, sizes],
  );
  return layoutOf(offsets, viewport);
};
