/** SVG paths of an icon: a filled area and a stroke. */
export interface IconShape {
  fill?: string;
  line?: string;
}

/** Width of the stroke: 1.75 px if the icon is drawn with 20 px. */
export const strokeWidth = '2.1';

/** The icons of pill and player, on a grid of 24 by 24. */
export const iconShapes = {
  play: { fill: 'M8.5 5.2v13.6L19.4 12z' },
  close: { line: 'M6.5 6.5l11 11M17.5 6.5l-11 11' },
  open: { line: 'M6 14.5l6-6 6 6' },
  note: {
    line: 'M9.2 17.5V6.2l9.6-2v11.3',
    fill: 'M6.6 14.9a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2zM16.2 12.9a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2z',
  },
  pause: { fill: 'M7 5h3.6v14H7zM13.4 5H17v14h-3.6z' },
  previous: { fill: 'M18.5 6v12L9.3 12z', line: 'M6.2 6.5v11' },
  next: { fill: 'M5.5 6v12l9.2-6z', line: 'M17.8 6.5v11' },
  shuffle: {
    line: 'M3 17h2.6c5.6 0 6.2-10 12-10H21M3 7h2.6c1.9 0 3.2 1.1 4.1 2.6M13.4 14.4c.9 1.5 2.2 2.6 4.2 2.6H21M18 4l3 3-3 3M18 14l3 3-3 3',
  },
  repeat: {
    line: 'M4 11V9.5A3.5 3.5 0 0 1 7.5 6H20M17 3l3 3-3 3M20 13v1.5A3.5 3.5 0 0 1 16.5 18H4M7 15l-3 3 3 3',
  },
  'repeat-one': {
    line: 'M4 11V9.5A3.5 3.5 0 0 1 7.5 6H20M17 3l3 3-3 3M20 13v1.5A3.5 3.5 0 0 1 16.5 18H4M7 15l-3 3 3 3M11 10.7l1.5-.9v4.6',
  },
  volume: {
    fill: 'M4 9.5v5h3.3L12 18.5v-13L7.3 9.5z',
    line: 'M15.5 9.2a4 4 0 0 1 0 5.6M18.3 6.6a8 8 0 0 1 0 10.8',
  },
  muted: { fill: 'M4 9.5v5h3.3L12 18.5v-13L7.3 9.5z', line: 'M16 9.7l4.6 4.6M20.6 9.7L16 14.3' },
  list: { line: 'M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01' },
  collapse: { line: 'M6 9.5l6 6 6-6' },
  moon: { line: 'M19.5 14.3A8 8 0 0 1 9.7 4.5a8 8 0 1 0 9.8 9.8z' },
} as const satisfies Record<string, IconShape>;

export type IconName = keyof typeof iconShapes;
