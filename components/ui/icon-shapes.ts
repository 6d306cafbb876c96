/** SVG paths of an icon on a grid of 20 by 20: a filled area and a stroke. */
export interface IconShape {
  fill?: string;
  line?: string;
}

// The icons of pages and player; FirstPaintIcon.tsx has those of the popup's first paint. Each is an export of its own, so that a
// script in web pages holds only those that it draws. Pseudo-elements, which contain no element, have the files in icons/.

export const alert: IconShape = { line: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0zM10 6.4v4.2M10 13.5v.1' };
export const bell: IconShape = {
  line: 'M5 8.4a5 5 0 0 1 10 0c0 3.9 1.7 5.2 1.7 5.2H3.3S5 12.3 5 8.4ZM8.2 16.5a2 2 0 0 0 3.6 0',
};
export const check: IconShape = { line: 'm4 10.6 4 4 8-9' };
export const chevron: IconShape = { line: 'm5.5 7.8 4.5 4.5 4.5-4.5' };
export const clock: IconShape = { line: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0zM10 6.2v4l2.4 1.5' };
export const close: IconShape = { line: 'm5.2 5.2 9.6 9.6M14.8 5.2l-9.6 9.6' };
export const computer: IconShape = {
  line: 'M4.8 4h10.4A1.8 1.8 0 0 1 17 5.8v5.8a1.8 1.8 0 0 1-1.8 1.8H4.8A1.8 1.8 0 0 1 3 11.6V5.8A1.8 1.8 0 0 1 4.8 4ZM7.4 16.6h5.2M10 13.6v3',
};
export const copy: IconShape = {
  line: 'M9.7 7.5h4.85a2.2 2.2 0 0 1 2.2 2.2v4.85a2.2 2.2 0 0 1-2.2 2.2h-4.85a2.2 2.2 0 0 1-2.2-2.2v-4.85a2.2 2.2 0 0 1 2.2-2.2zM12.5 7.5V5.4a2.1 2.1 0 0 0-2.1-2.1h-5a2.1 2.1 0 0 0-2.1 2.1v5a2.1 2.1 0 0 0 2.1 2.1h2.1',
};
/** The current one of several steps, in the line of a text. */
export const dot: IconShape = { fill: 'M7.5 10a5 5 0 1 0 10 0a5 5 0 1 0-10 0z' };
export const edit: IconShape = {
  line: 'm12.4 4.8 2.8 2.8M4 16l.7-3.5 8.6-8.6a1.4 1.4 0 0 1 2 0l.8.8a1.4 1.4 0 0 1 0 2l-8.6 8.6Z',
};
export const expire: IconShape = {
  line: 'M14.9 5A7 7 0 0 0 5 14.9M6.6 16.1A7 7 0 0 0 16.1 6.6M10 6.2v1.6M3.6 16.4 16.4 3.6',
};
export const extend: IconShape = {
  line: 'M16.9 10.6A7 7 0 1 1 13.6 4M10 6.2v4l2.4 1.5M16.5 2.6v4.8M14.1 5h4.8',
};
export const file: IconShape = {
  line: 'M11.6 3.4H6.4c-.9 0-1.6.7-1.6 1.6v10c0 .9.7 1.6 1.6 1.6h7.2c.9 0 1.6-.7 1.6-1.6V7ZM11.4 3.6V7H15',
};
export const globe: IconShape = {
  line: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0zM3 10h14M10 3c2.6 2.2 2.6 11.8 0 14c-2.6-2.2-2.6-11.8 0-14Z',
};
export const info: IconShape = { line: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0zM10 9.4v4.2M10 6.5v.1' };
export const keyboard: IconShape = {
  line: 'M4.8 5h10.4a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-10.4a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM6 8.3h.01M8.7 8.3h.01M11.3 8.3h.01M14 8.3h.01M7 11.8h6',
};
export const list: IconShape = { line: 'M8 5.2h9M8 10h9M8 14.8h9M3.6 5.2h.8M3.6 10h.8M3.6 14.8h.8' };
export const lock: IconShape = {
  line: 'M5.6 9h8.8a1.6 1.6 0 0 1 1.6 1.6v4.8a1.6 1.6 0 0 1-1.6 1.6H5.6A1.6 1.6 0 0 1 4 15.4v-4.8A1.6 1.6 0 0 1 5.6 9ZM6.6 9V6.4a3.4 3.4 0 0 1 6.8 0V9',
};
export const moon: IconShape = { line: 'M16.6 11.8a7 7 0 0 1-8.4-8.4 7 7 0 1 0 8.4 8.4Z' };
export const more: IconShape = {
  fill: 'M2.95 10a1.45 1.45 0 1 0 2.9 0a1.45 1.45 0 1 0-2.9 0zM8.55 10a1.45 1.45 0 1 0 2.9 0a1.45 1.45 0 1 0-2.9 0zM14.15 10a1.45 1.45 0 1 0 2.9 0a1.45 1.45 0 1 0-2.9 0z',
};
export const move: IconShape = {
  line: 'M3.6 6.6h12M12.8 3.6l3 3-3 3M16.4 13.4h-12M7.2 10.4l-3 3 3 3',
};
export const music: IconShape = {
  line: 'M7.4 15.2V5.4l9.2-2v9.4M3 15.2a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0zM12.2 12.8a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0z',
};
export const muted: IconShape = { line: 'M3.2 8v4h2.6l3.8 3.2V4.8L5.8 8ZM12.9 8l4 4M16.9 8l-4 4' };
export const next: IconShape = { fill: 'M5 5.2v9.6l7.4-4.8Z', line: 'M5 5.2v9.6l7.4-4.8ZM15 5v10' };
export const note: IconShape = {
  line: 'M4 5.6c0-1.1.9-2 2-2h8c1.1 0 2 .9 2 2v6.2l-4.6 4.6H6a2 2 0 0 1-2-2ZM11.4 16.2v-2.6c0-1.1.9-2 2-2h2.4',
};
export const offline: IconShape = {
  line: 'M3 8.2a10.3 10.3 0 0 1 4-2.3M10 5.4c2.7 0 5.1 1 7 2.8M5.8 11.2a6.2 6.2 0 0 1 3-1.6M12.6 10c.6.3 1.1.7 1.6 1.2M10 14.6v.1M3.8 3.8l12.4 12.4',
};
export const open: IconShape = {
  line: 'M8.5 4H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2v-2.5M11.8 3.4h4.8v4.8M16.2 3.8 9.4 10.6',
};
export const pause: IconShape = {
  fill: 'M6.4 5h1.4v10H6.4ZM12.2 5h1.4v10h-1.4Z',
  line: 'M6.4 5h1.4v10H6.4ZM12.2 5h1.4v10h-1.4Z',
};
export const pin: IconShape = {
  line: 'M7 3.4h6M8.2 3.6l-.5 4.9-2.3 2.7v.8h9.2v-.8l-2.3-2.7-.5-4.9M10 12.2v4.6',
};
export const play: IconShape = { fill: 'M7 4.8v10.4l8.4-5.2Z', line: 'M7 4.8v10.4l8.4-5.2Z' };
export const plus: IconShape = { line: 'M10 4v12M4 10h12' };
export const previous: IconShape = { fill: 'M15 5.2v9.6L7.6 10Z', line: 'M15 5.2v9.6L7.6 10ZM5 5v10' };
export const pulse: IconShape = { line: 'M2.6 10.4h3.2l2.4-6 3.6 11.4 2.4-5.4h3.2' };
export const puzzle: IconShape = {
  line: 'M8 5.6V4.9a1.9 1.9 0 1 1 3.8 0v.7h2.4c.8 0 1.4.6 1.4 1.4v2.3h-.6a1.9 1.9 0 1 0 0 3.8h.6v2.3c0 .8-.6 1.4-1.4 1.4H5.6c-.8 0-1.4-.6-1.4-1.4V7c0-.8.6-1.4 1.4-1.4Z',
};
export const qr: IconShape = {
  line: 'M4.5 3.2h2.7a1.3 1.3 0 0 1 1.3 1.3v2.7a1.3 1.3 0 0 1-1.3 1.3h-2.7a1.3 1.3 0 0 1-1.3-1.3v-2.7a1.3 1.3 0 0 1 1.3-1.3zM12.8 3.2h2.7a1.3 1.3 0 0 1 1.3 1.3v2.7a1.3 1.3 0 0 1-1.3 1.3h-2.7a1.3 1.3 0 0 1-1.3-1.3v-2.7a1.3 1.3 0 0 1 1.3-1.3zM4.5 11.5h2.7a1.3 1.3 0 0 1 1.3 1.3v2.7a1.3 1.3 0 0 1-1.3 1.3h-2.7a1.3 1.3 0 0 1-1.3-1.3v-2.7a1.3 1.3 0 0 1 1.3-1.3zM11.7 11.7h1.6v1.6M16.8 11.7v1.6M11.7 16.8v-.4M14.6 16.8h2.2v-.6',
};
export const recreate: IconShape = { line: 'M16.4 10a6.4 6.4 0 1 1-2-4.6l2 1.9M16.4 3.6v3.7h-3.7' };
export const remove: IconShape = {
  line: 'M3.6 5.6h12.8M7.6 5.4V4.2c0-.6.5-1 1-1h2.8c.5 0 1 .4 1 1v1.2M5.2 5.8l.7 9.2c.1 1 .8 1.7 1.8 1.7h4.6c1 0 1.7-.7 1.8-1.7l.7-9.2',
};
export const repeat: IconShape = {
  line: 'M3.4 9.4V8.2a2.6 2.6 0 0 1 2.6-2.6h10M13.8 3.2l2.4 2.4L13.8 8M16.6 10.6v1.2a2.6 2.6 0 0 1-2.6 2.6H4M6.2 16.8l-2.4-2.4L6.2 12',
};
export const repeatOne: IconShape = {
  line: 'M3.4 9.4V8.2a2.6 2.6 0 0 1 2.6-2.6h10M13.8 3.2l2.4 2.4L13.8 8M16.6 10.6v1.2a2.6 2.6 0 0 1-2.6 2.6H4M6.2 16.8l-2.4-2.4L6.2 12M9.2 9.1l1.2-.7v3.4',
};
/** A step that is not done, in the line of a text. */
export const ring: IconShape = { line: 'M8.5 10a4 4 0 1 0 8 0a4 4 0 1 0-8 0z' };
export const save: IconShape = {
  line: 'M10 3.4v9M6.2 8.8 10 12.6l3.8-3.8M3.6 14v.8c0 1 .8 1.8 1.8 1.8h9.2c1 0 1.8-.8 1.8-1.8V14',
};
export const search: IconShape = {
  line: 'M3.4 9a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0-11.2 0zM13.2 13.2l3.6 3.6',
};
export const server: IconShape = {
  line: 'M5.2 3.8h9.6a1.8 1.8 0 0 1 1.8 1.8v1.8a1.8 1.8 0 0 1-1.8 1.8H5.2a1.8 1.8 0 0 1-1.8-1.8V5.6a1.8 1.8 0 0 1 1.8-1.8ZM5.2 10.8h9.6a1.8 1.8 0 0 1 1.8 1.8v1.8a1.8 1.8 0 0 1-1.8 1.8H5.2a1.8 1.8 0 0 1-1.8-1.8v-1.8a1.8 1.8 0 0 1 1.8-1.8ZM6.6 6.5h.01M6.6 13.5h.01M9.4 6.5h3.8M9.4 13.5h3.8',
};
export const share: IconShape = {
  line: 'M12 5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0zM12 15a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0zM3.6 10a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0zM7.8 9l4.4-2.9M7.8 11l4.4 2.9',
};
export const shield: IconShape = {
  line: 'm10 2.9 6 2.2v4.4c0 4-2.5 6.5-6 7.7-3.5-1.2-6-3.7-6-7.7V5.1ZM7.4 10l1.9 1.9 3.4-3.7',
};
export const shuffle: IconShape = {
  line: 'M2.8 14h2c1.4 0 2.7-.7 3.5-1.9l2.6-4.2A4.1 4.1 0 0 1 14.4 6H17M2.8 6h2c1.4 0 2.7.7 3.5 1.9M11 12.3a4.1 4.1 0 0 0 3.4 1.7H17M14.8 3.6 17.2 6l-2.4 2.4M14.8 11.6l2.4 2.4-2.4 2.4',
};
export const tabs: IconShape = {
  line: 'M5 8.4h10a2 2 0 0 1 2 2v4.4a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-4.4a2 2 0 0 1 2-2zM4.8 5.7h10.4M6.6 3h6.8',
};
export const undo: IconShape = { line: 'M7.4 4.2 3.8 7.8l3.6 3.6M4.2 7.8h7.4a4.4 4.4 0 0 1 0 8.8H8.4' };
export const unlist: IconShape = {
  line: 'M3.6 5.2h12.8M3.6 10h12.8M3.6 14.8h5.6M12.8 13l3.6 3.6M16.4 13l-3.6 3.6',
};
export const up: IconShape = { line: 'm5.5 12.2 4.5-4.5 4.5 4.5' };
export const upload: IconShape = {
  line: 'M10 12.6v-9M6.2 7.2 10 3.4l3.8 3.8M3.6 14v.8c0 1 .8 1.8 1.8 1.8h9.2c1 0 1.8-.8 1.8-1.8V14',
};
export const volume: IconShape = {
  line: 'M3.2 8v4h2.6l3.8 3.2V4.8L5.8 8ZM12.6 7.6a3.6 3.6 0 0 1 0 4.8M14.9 5.2a7 7 0 0 1 0 9.6',
};
export const wait: IconShape = {
  line: 'M8.7 3.12A7 7 0 0 1 11.3 3.12M13.94 4.22A7 7 0 0 1 15.78 6.06M16.88 8.7A7 7 0 0 1 16.88 11.3M15.78 13.94A7 7 0 0 1 13.94 15.78M11.3 16.88A7 7 0 0 1 8.7 16.88M6.06 15.78A7 7 0 0 1 4.22 13.94M3.12 11.3A7 7 0 0 1 3.12 8.7M4.22 6.06A7 7 0 0 1 6.06 4.22',
};
