import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import type { ComponentProps } from 'preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { copyImage } from '../../lib/browser/clipboard.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { press } from '../testing/dom.ts';
import { QrView } from './QrView.tsx';

const shortLink = 'https://s.example/aB3dE6gH';

const expiresAt = Date.UTC(2026, 11, 3, 12) / 1000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 26), toFake: ['Date'] });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    createImageData: (width: number, height: number) => ({
      width,
      height,
      data: new Uint8ClampedArray(width * height * 4),
    }),
    putImageData: vi.fn(),
    drawImage: vi.fn(),
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(`data:image/png;base64,${btoa('PNG')}`);
});

/** Shows the code of the short link, once it is drawn. */
const showCode = (link: Partial<ComponentProps<typeof QrView>> = {}): Promise<HTMLImageElement> => {
  render(<QrView shortLink={shortLink} expiresAt={expiresAt} extend={undefined} {...link} />);
  return screen.findByRole('img', { name: /^QR code of/ }, { timeout: 10_000 });
};

it('is black on white, with a quiet zone of four modules', async () => {
  const { src } = await showCode();
  const svg = atob(src.split(',')[1] ?? '');
  expect(svg).toContain('viewBox="-4 -4 33 33"');
  expect(svg).toContain('<rect x="-4" y="-4" width="33" height="33" fill="#fff">');
  expect(svg).toContain('fill="#000"');
});

it('has its link, and until when that works', async () => {
  await showCode();
  screen.getByText('s.example/aB3dE6gH');
  screen.getByText(/^Expires /);
});

it('says of a link that is too long, and has no buttons', async () => {
  render(
    <QrView shortLink={`https://s.example/${'x'.repeat(5000)}`} expiresAt={undefined} extend={undefined} />,
  );
  await screen.findByText('This link is too long for a QR code.');
  expect([screen.queryByRole('img'), screen.queryByRole('button')]).toEqual([null, null]);
});

it('is copied as a picture, and says so', async () => {
  await showCode();
  press('Copy image');
  await screen.findByText('The QR code is copied.');
  expect(screen.getByRole('button', { name: 'Copy image' }).dataset['done']).toBe('Copied');
  const copied = await vi.mocked(copyImage).mock.calls[0]?.[0];
  expect([copied?.type, await copied?.text()]).toEqual(['image/png', 'PNG']);
});

it('says if it is not copied', async () => {
  vi.mocked(copyImage).mockResolvedValueOnce(false);
  await showCode();
  press('Copy image');
  const sentence = await screen.findByText('The QR code was not copied. Save it as a file.');
  expect(sentence.className).not.toContain('unseen');
});

it.each([
  { format: 'PNG', name: 's.example-aB3dE6gH.png', type: 'image/png' },
  { format: 'SVG', name: 's.example-aB3dE6gH.svg', type: 'image/svg+xml' },
])('is saved as $format under the name of its link', async ({ format, name, type }) => {
  await showCode();
  press(`Save as ${format}`);
  await waitFor(() =>
    expect(saveFile).toHaveBeenCalledExactlyOnceWith(name, expect.objectContaining({ type })),
  );
  await screen.findByText(`${format} saved`);
});

it('says after it was saved that a link expires soon, and asks until when to extend it', async () => {
  const extend = vi.fn();
  await showCode({ extend });
  press('Save as PNG');
  await screen.findByText(/^The link stops working on Dec.3\.$/);
  fireEvent.click(screen.getByRole('button', { name: 'Extend' }));
  expect(extend).toHaveBeenCalledOnce();
});

it('does not offer to extend where that is not possible', async () => {
  await showCode();
  press('Save as PNG');
  await screen.findByText(/^The link stops working/);
  expect(screen.queryByRole('button', { name: 'Extend' })).toBeNull();
});

it('says nothing of a link that expires later', async () => {
  await showCode({ expiresAt: expiresAt + 60 * 86_400 });
  press('Save as PNG');
  await screen.findByText('PNG saved');
  expect(screen.queryByText(/stops working/)).toBeNull();
});

it('says if the browser draws no picture', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  await showCode();
  press('Save as PNG');
  await screen.findByText('This browser could not draw the picture. Nothing was saved.');
  expect(saveFile).not.toHaveBeenCalled();
});
