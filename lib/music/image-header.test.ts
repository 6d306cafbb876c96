import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readImageHeader } from './image-header.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const be16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const le16 = (value: number): Buffer => Buffer.from([value & 255, value >> 8]);
const le24 = (value: number): Buffer => Buffer.from([value & 255, (value >> 8) & 255, value >> 16]);
const uint32 = (value: number, isLittle = false): Buffer => {
  const buffer = Buffer.alloc(4);
  if (isLittle) buffer.writeUInt32LE(value);
  else buffer.writeUInt32BE(value);
  return buffer;
};
const joined = (...parts: (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));

const pngChunk = (name: string, data: Buffer): Buffer =>
  joined(uint32(data.length), name, data, bytes('00000000'));
const pngHeader = (side: number): Buffer =>
  pngChunk('IHDR', joined(uint32(side), uint32(side), bytes('0806000000')));
const frameControl = (side: number): Buffer =>
  pngChunk('fcTL', joined(uint32(0), uint32(side), uint32(side), Buffer.alloc(14)));
const png = (...chunks: Buffer[]): Buffer => joined(bytes('89504e470d0a1a0a'), ...chunks);
const pngEnd = pngChunk('IEND', Buffer.alloc(0));

const gifFrame = (side: number, left = 0): Buffer =>
  joined(bytes('2c'), le16(left), le16(left), le16(side), le16(side), bytes('00 02 02 4c01 00'));
const gif = (side: number, ...blocks: Buffer[]): Buffer =>
  joined('GIF89a', le16(side), le16(side), bytes('80 00 00 000000 ffffff'), ...blocks);
const gifEnd = bytes('3b');
const comment = joined(bytes('21 fe'), bytes('03'), ';,!', bytes('00'));

const frame = (side: number, marker = 'ffc0'): Buffer =>
  joined(bytes(marker), bytes('0011 08'), be16(side), be16(side), bytes('03 012200 021101 031101'));
const app = (data: Buffer): Buffer => joined(bytes('ffe1'), be16(2 + data.length), data);
const scan = bytes('ffda 000c 03 0100 0211 0311 003f00');
const jpeg = (...segments: Buffer[]): Buffer => joined(bytes('ffd8'), ...segments);

const webpChunk = (name: string, data: Buffer): Buffer =>
  joined(name, uint32(data.length, true), data, Buffer.alloc(data.length % 2));
const vp8 = (side: number): Buffer =>
  webpChunk('VP8 ', joined(bytes('100000 9d012a'), le16(side), le16(side)));
const vp8l = (side: number): Buffer =>
  webpChunk('VP8L', joined(bytes('2f'), uint32((side - 1) | ((side - 1) << 14), true)));
const vp8x = (side: number): Buffer =>
  webpChunk('VP8X', joined(bytes('02000000'), le24(side - 1), le24(side - 1)));
const webpFrame = (side: number, ...images: Buffer[]): Buffer =>
  webpChunk('ANMF', joined(le24(0), le24(0), le24(side - 1), le24(side - 1), bytes('00000000'), ...images));
const webp = (...chunks: Buffer[]): Buffer => {
  const body = joined('WEBP', ...chunks);
  return joined('RIFF', uint32(body.length, true), body);
};

const large = 16_000;

/** A reader that takes the two bytes after the marker for a length finds a small frame far behind the true one. */
const jpegWithFalseFrame = (): Buffer => {
  const image = joined(
    jpeg(bytes('ffd0'), app(Buffer.alloc(60_000)), frame(large), scan),
    Buffer.alloc(9_000),
  );
  frame(9).copy(image, 4 + 0xffe1);
  return image;
};

describe('readImageHeader', () => {
  it.each<[string, string, Buffer]>([
    ['a PNG', 'image/png', png(pngHeader(9), pngChunk('IDAT', bytes('00')), pngEnd)],
    ['an animated PNG', 'image/png', png(pngHeader(9), frameControl(9), pngEnd)],
    ['a GIF', 'image/gif', gif(9, comment, gifFrame(9), gifFrame(3, 6), gifEnd)],
    ['a JPEG', 'image/jpeg', jpeg(app(frame(large)), frame(9), scan)],
    ['a progressive JPEG', 'image/jpeg', jpeg(app(bytes('00')), frame(9, 'ffc2'), scan)],
    ['a lossy WebP', 'image/webp', webp(vp8(9))],
    ['a lossless WebP', 'image/webp', webp(vp8l(9))],
    ['an extended WebP', 'image/webp', webp(vp8x(9), webpChunk('ICCP', bytes('010203')), vp8(9))],
    ['an animated WebP', 'image/webp', webp(vp8x(9), webpFrame(9, vp8l(9)), webpFrame(9, vp8(9)))],
  ])('knows the size of %s', (_, type, image) => {
    expect(readImageHeader(image)).toEqual({ type, pixels: 81 });
  });

  it('knows the size of the covers of the embedded service', async () => {
    const own = await readFile(new URL('../../server/music/03-small-lantern.png', import.meta.url));
    expect(readImageHeader(own)?.type).toBe('image/png');
  });

  it.each<[string, Buffer]>([
    ['a frame of a GIF that is larger than its screen', gif(9, gifFrame(large), gifEnd)],
    ['a frame of a GIF that begins beyond its screen', gif(9, gifFrame(9, large), gifEnd)],
    ['a later frame of a GIF', gif(9, gifFrame(9), comment, gifFrame(large), gifEnd)],
    ['a frame of an animated PNG', png(pngHeader(9), frameControl(large), pngEnd)],
    ['the image in an extended WebP', webp(vp8x(9), vp8(large))],
    ['the second image in a WebP', webp(vp8(9), vp8l(large))],
    ['the canvas of a WebP', webp(vp8x(large), vp8(9))],
    ['a frame of an animated WebP', webp(vp8x(9), webpFrame(large, vp8(9)))],
    ['the image in a frame of a WebP', webp(vp8x(9), webpFrame(9, vp8(large)))],
  ])('counts %s', (_, image) => {
    expect(readImageHeader(image)?.pixels).toBeGreaterThanOrEqual(large * large);
  });

  it.each<[string, Buffer]>([
    ['a JPEG with a marker without a length before a false frame', jpegWithFalseFrame()],
    ['a JPEG with bytes between its segments', jpeg(bytes('00ff'), app(frame(9)), frame(large), scan)],
    ['a JPEG with two frames', jpeg(frame(9), frame(large), scan)],
    ['a JPEG with an empty segment', jpeg(bytes('ffe1 0000'), frame(9), scan)],
    ['a JPEG without a frame', jpeg(app(frame(9)), scan)],
    ['a JPEG without a scan', jpeg(frame(9))],
    ['a JPEG whose height follows later', jpeg(frame(0), scan)],
    ['a PNG with a later header', png(pngHeader(9), pngHeader(large), pngEnd)],
    ['a PNG with another chunk before its header', png(pngChunk('CgBI', bytes('00')), pngHeader(9), pngEnd)],
    ['a PNG with a chunk beyond its end', png(pngHeader(9), uint32(99), bytes('49444154'))],
    ['a GIF without an end', gif(9, gifFrame(9))],
    ['a GIF with an unknown block', gif(9, bytes('00'), gifFrame(large), gifEnd)],
    ['a WebP with a chunk beyond its end', webp(vp8x(9), joined('VP8 ', uint32(99, true)), vp8(large))],
    ['a WebP that is longer than its file', webp(vp8(9)).subarray(0, -2)],
    ['a WebP whose image has another beginning', webp(webpChunk('VP8 ', Buffer.alloc(10)))],
    ['a WebP without an image', webp()],
    ['text', Buffer.from('GIF88a <p>')],
    ['nothing', Buffer.alloc(0)],
  ])('has no size for %s', (_, image) => {
    expect(readImageHeader(image)).toBeNull();
  });
});
