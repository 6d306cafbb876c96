/** SVG paths on a grid of 24 by 24: a filled area and a stroke. */
export interface IconShape {
  fill?: string;
  line?: string;
}

/** Width of the stroke: 1.75 px if the icon is drawn with 20 px. */
export const strokeWidth = '2.1';

export const pillIcons = {
  play: { fill: 'M8.5 5.2v13.6L19.4 12z' },
  close: { line: 'M6.5 6.5l11 11M17.5 6.5l-11 11' },
  open: { line: 'M6 14.5l6-6 6 6' },
  note: {
    line: 'M9.2 17.5V6.2l9.6-2v11.3',
    fill: 'M6.6 14.9a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2zM16.2 12.9a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2z',
  },
} as const satisfies Record<string, IconShape>;
