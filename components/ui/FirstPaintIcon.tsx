import type { IconShape } from './icon-shapes.ts';

/** The icons that the popup shows in its first paint; it loads all others later. */
export const firstPaintShapes = {
  back: { line: 'M16.5 10h-13M8.8 4.6 3.4 10l5.4 5.4' },
  history: { line: 'M3.4 11a6.7 6.7 0 1 0 1.5-5.2L3.2 7.6M3.2 3.8v3.8H7M10 6.4v4l2.6 1.5' },
  link: {
    line: 'M8.3 11.7a3.4 3.4 0 0 0 4.8 0l2.7-2.7A3.4 3.4 0 0 0 11 4.2l-.9.9M11.7 8.3a3.4 3.4 0 0 0-4.8 0L4.2 11A3.4 3.4 0 0 0 9 15.8l.9-.9',
  },
  settings: {
    line: 'M3 6h6.6M14.4 6H17M3 14h2.6M10.4 14H17M9.7 6a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0zM5.7 14a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0z',
  },
} as const satisfies Record<string, IconShape>;

interface DrawingProps {
  name: string;
  shape: IconShape;
  small: boolean;
}

export const Drawing = ({ name, shape: { fill, line }, small }: DrawingProps) => (
  <svg class={`icon icon-${name}${small ? ' small' : ''}`} viewBox="0 0 20 20" aria-hidden="true">
    {fill && <path d={fill} fill="currentColor" stroke="none" />}
    {line && <path d={line} />}
  </svg>
);

export type FirstPaintIconName = keyof typeof firstPaintShapes;

/** One of these icons, as Icon.tsx draws the others. */
export const FirstPaintIcon = ({ name, small = false }: { name: FirstPaintIconName; small?: boolean }) => (
  <Drawing name={name} shape={firstPaintShapes[name]} small={small} />
);
