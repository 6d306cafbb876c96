import { expect, it } from 'vitest';
import { draw, layOut, type QrDrawing, sidesFor, svgOf } from './QrView.tsx';

const drawn = async (link: string): Promise<QrDrawing> => {
  const drawing = await draw(link);
  if (drawing === 'too-long') throw new Error('too long');
  return drawing;
};
const widthOf = (line: string): number => line.length * 10;
const expiry = 'Valid until Dec 3, 2026';

it.each([300, 600, 1200] as const)('is exactly %i px wide, in whole pixels per module', async (side) => {
  for (const length of [10, 40, 80, 150]) {
    const drawing = await drawn(`https://s.example/${'x'.repeat(length)}`);
    const { width, height, module, inset } = layOut({ drawing, side, caption: null, widthOf });
    expect([width, height, module % 1, inset % 1]).toEqual([side, side, 0, 0]);
    expect(inset * 2 + module * drawing.size).toBeLessThanOrEqual(side);
    expect(module).toBeGreaterThanOrEqual(3);
  }
});

it('has 64 px more for a caption of two lines in a picture of 600 px, below the quiet zone', async () => {
  const drawing = await drawn('https://s.example/aB3dE6gH');
  const caption = { link: 's.example/aB3dE6gH', expiry };
  const { height, lines } = layOut({ drawing, side: 600, caption, widthOf });
  expect(height).toBe(664);
  expect(lines.map(({ text }) => text)).toEqual([caption.link, expiry]);
  for (const { baseline, size } of lines) expect(baseline - size).toBeGreaterThan(596);
});

it('breaks a long link into lines and cuts nothing', async () => {
  const link = `s.example/${'x'.repeat(100)}`;
  const drawing = await drawn(`https://${link}`);
  const { lines, height } = layOut({ drawing, side: 300, caption: { link, expiry: '' }, widthOf });
  expect(lines.length).toBe(3);
  expect(lines.map(({ text }) => text).join('')).toBe(link);
  expect(lines.at(-1)?.baseline).toBeLessThan(height);
});

it('has no size in which cameras could not read a long link', async () => {
  expect(sidesFor(await drawn('https://s.example/x'))).toEqual([300, 600, 1200]);
  expect(sidesFor(await drawn(`https://s.example/${'x'.repeat(2900)}`))).toEqual([600, 1200]);
});

it('is an SVG in which a link is text and nothing else', async () => {
  const drawing = await drawn('https://s.example/a');
  const caption = { link: 's.example/<b>&', expiry: '' };
  const svg = svgOf(drawing, layOut({ drawing, side: 600, caption, widthOf }));
  expect(svg).toContain('>s.example/&lt;b&gt;&amp;</text>');
});
