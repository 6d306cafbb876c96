import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type QrActions, QrView } from './QrView.tsx';

const shortLink = 'https://s.example/aB3dE6gH';

beforeEach(() => {
  vi.stubGlobal('Path2D', vi.fn());
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    scale: vi.fn(),
    fill: vi.fn(),
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type = '') =>
    done(new Blob(['picture'], { type })),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Shows the code of the short link, once it is drawn. */
const showCode = async (isCopied = true) => {
  const copyImage = vi.fn<QrActions['copyImage']>(() => Promise.resolve(isCopied));
  const save = vi.fn<QrActions['save']>();
  render(<QrView shortLink={shortLink} expiry="" actions={{ copyImage, save }} />);
  const image = await screen.findByRole('img', { name: `QR code of ${shortLink}` }, { timeout: 10_000 });
  return { image, copyImage, save };
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('has a quiet zone of four modules around the first finder pattern', async () => {
  const { image } = await showCode();
  const modules = image.querySelector('path:last-child')?.getAttribute('d');
  expect(modules).toContain('M4 4h1v1h-1z');
  expect(modules).not.toContain('M3 3h1v1h-1z');
});

it('says of a link that is too long, and has no buttons', async () => {
  const long = `https://s.example/${'x'.repeat(5000)}`;
  render(<QrView shortLink={long} expiry="" actions={{ copyImage: vi.fn(), save: vi.fn() }} />);
  await screen.findByText('This link is too long for a QR code.');
  expect([screen.queryByRole('img'), screen.queryByRole('button')]).toEqual([null, null]);
});

it('is copied as a picture, and says so', async () => {
  const { copyImage } = await showCode();
  press('Copy image');
  await screen.findByText('The QR code is copied.');
  expect(screen.getByRole('button', { name: 'Copy image' }).dataset['done']).toBe('Copied');
  expect((await copyImage.mock.calls[0]?.[0])?.type).toBe('image/png');
});

it('says if it is not copied', async () => {
  await showCode(false);
  press('Copy image');
  const sentence = await screen.findByText('The QR code was not copied. Save it as a file.');
  expect(sentence.className).not.toContain('unseen');
});

it.each([
  ['PNG', 's.example-aB3dE6gH.png', 'image/png'],
  ['SVG', 's.example-aB3dE6gH.svg', 'image/svg+xml'],
])('is saved as %s', async (format, name, type) => {
  const { save } = await showCode();
  press(`Save as ${format}`);
  await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith(name, expect.objectContaining({ type })));
});

it('is saved as SVG if the browser draws no PNG', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null));
  const { save } = await showCode();
  press('Save as PNG');
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save.mock.calls[0]?.[1].type).toBe('image/svg+xml');
});
