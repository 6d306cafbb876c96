// The size of an image before it is decoded. A few bytes can stand for gigabytes, and decoders follow what is written at
// several places of a file, so every one of them counts, and a file with anything unexpected has no size at all.

/** The area that decoding an image may take, in pixels in each direction. */
interface Size {
  width: number;
  height: number;
}

const enclosing = (sizes: Size[]): Size => ({
  width: Math.max(0, ...sizes.map(({ width }) => width)),
  height: Math.max(0, ...sizes.map(({ height }) => height)),
});

const textAt = (view: DataView, offset: number, length: number): string =>
  String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(offset + index)));

const refuse = (): never => {
  throw new RangeError('Not an image of a known size.');
};

/** https://www.w3.org/TR/png-3/: the header is the first chunk, and the only one; frames of an animation have sizes of their own. */
const readPng = (view: DataView): Size => {
  const sizes: Size[] = [];
  for (let offset = 8; offset < view.byteLength;) {
    const length = view.getUint32(offset);
    const name = textAt(view, offset + 4, 4);
    const isHeader = name === 'IHDR';
    if (isHeader !== (sizes.length === 0)) refuse();
    const start = offset + (isHeader ? 8 : 12);
    if (isHeader || name === 'fcTL')
      sizes.push({ width: view.getUint32(start), height: view.getUint32(start + 4) });
    offset += 12 + length;
    if (offset > view.byteLength) refuse();
    if (name === 'IEND') break;
  }
  return enclosing(sizes);
};

/** The offset after a chain of GIF's data blocks, each with its length before it and an empty one at the end. */
const afterBlocks = (view: DataView, start: number): number => {
  let offset = start;
  for (let length = -1; length !== 0; offset += 1 + length) length = view.getUint8(offset);
  return offset;
};

/** The bytes of a GIF's color table; the flags before it say whether there is one and how long it is. */
const colorTable = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt: frames may reach beyond the screen, and browsers enlarge it then. */
const readGif = (view: DataView): Size => {
  const sizes: Size[] = [{ width: view.getUint16(6, true), height: view.getUint16(8, true) }];
  let offset = 13 + colorTable(view.getUint8(10));
  for (let kind = view.getUint8(offset); kind !== 0x3b; kind = view.getUint8(offset)) {
    if (kind === 0x21) {
      offset = afterBlocks(view, offset + 2);
      continue;
    }
    if (kind !== 0x2c) refuse();
    const [left = 0, top = 0, width = 0, height = 0] = [1, 3, 5, 7].map((at) =>
      view.getUint16(offset + at, true),
    );
    sizes.push({ width: left + width, height: top + height });
    offset = afterBlocks(view, offset + 11 + colorTable(view.getUint8(offset + 9)));
  }
  return enclosing(sizes);
};

/** Baseline, extended and progressive frames, also with arithmetic coding: browsers decode no others. */
const jpegFrames = [0xc0, 0xc1, 0xc2, 0xc9, 0xca];
/** Quantization, Huffman and arithmetic tables, restart interval, comment; APP0 to APP15 are 0xe0 to 0xef. */
const jpegTables = [0xc4, 0xcc, 0xdb, 0xdd, 0xfe];

/** https://www.w3.org/Graphics/JPEG/itu-t81.pdf: segments up to the first scan, among them one frame header. */
const readJpeg = (view: DataView): Size => {
  const sizes: Size[] = [];
  for (let offset = 2; ; offset += 2 + view.getUint16(offset + 2)) {
    if (view.getUint8(offset) !== 0xff) refuse();
    const marker = view.getUint8(offset + 1);
    if (marker === 0xda) break;
    const isFrame = jpegFrames.includes(marker);
    const isKnown = isFrame || jpegTables.includes(marker) || (marker & 0xf0) === 0xe0;
    if (!isKnown || view.getUint16(offset + 2) < 2) refuse();
    if (isFrame) sizes.push({ height: view.getUint16(offset + 5), width: view.getUint16(offset + 7) });
  }
  return sizes.length === 1 ? enclosing(sizes) : refuse();
};

const uint24 = (view: DataView, offset: number): number =>
  view.getUint16(offset, true) + (view.getUint8(offset + 2) << 16);

const vp8Size = (view: DataView, data: number): Size => {
  if (uint24(view, data + 3) !== 0x2a019d) refuse();
  return { width: view.getUint16(data + 6, true) & 0x3fff, height: view.getUint16(data + 8, true) & 0x3fff };
};

const vp8lSize = (view: DataView, data: number): Size => {
  if (view.getUint8(data) !== 0x2f) refuse();
  const bits = view.getUint32(data + 1, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
};

/** The sizes that the chunks of a WebP name between two offsets; those of an animation's frames are within its frames. */
const webpSizes = (view: DataView, start: number, end: number): Size[] => {
  const sizes: Size[] = [];
  for (let offset = start; offset < end;) {
    const data = offset + 8;
    const length = view.getUint32(offset + 4, true);
    const next = data + length + (length % 2);
    if (next > end) refuse();
    const name = textAt(view, offset, 4);
    if (name === 'VP8 ') sizes.push(vp8Size(view, data));
    if (name === 'VP8L') sizes.push(vp8lSize(view, data));
    if (name === 'VP8X')
      sizes.push({ width: 1 + uint24(view, data + 4), height: 1 + uint24(view, data + 7) });
    if (name === 'ANMF') {
      const [left = 0, top = 0, width = 0, height = 0] = [0, 3, 6, 9].map((at) => uint24(view, data + at));
      sizes.push({ width: 2 * left + width + 1, height: 2 * top + height + 1 });
      sizes.push(...webpSizes(view, data + 16, data + length));
    }
    offset = next;
  }
  return sizes;
};

/** https://developers.google.com/speed/webp/docs/riff_container */
const readWebp = (view: DataView): Size => {
  const end = 8 + view.getUint32(4, true);
  if (end > view.byteLength || textAt(view, 8, 4) !== 'WEBP') refuse();
  return enclosing(webpSizes(view, 12, end));
};

/** Raster formats, each with its first bytes. SVG is left out: it is a document with scripts and references. */
const formats = [
  ['image/png', '\u0089PNG\r\n\u001a\n', readPng],
  ['image/jpeg', '\u00ff\u00d8', readJpeg],
  ['image/webp', 'RIFF', readWebp],
  ['image/gif', 'GIF87a', readGif],
  ['image/gif', 'GIF89a', readGif],
] as const;

/** The type of an image and the pixels that decoding it may take; null if that is not certain. */
export const readImageHeader = (bytes: Uint8Array): { type: string; pixels: number } | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const beginsWith = (first: string): boolean =>
    Array.from(first).every((letter, index) => bytes[index] === letter.charCodeAt(0));
  const format = formats.find(([, first]) => beginsWith(first));
  if (!format) return null;
  try {
    const [type, , read] = format;
    const { width, height } = read(view);
    return width && height ? { type, pixels: width * height } : null;
  } catch {
    // It ends too early, or contains something unexpected.
    return null;
  }
};
