import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import type { ComponentProps } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { copyImage } from '../../lib/browser/clipboard.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { QrView } from './QrView.tsx';

const shortLink = 'https://s.example/aB3dE6gH';

const expiresAt = Date.UTC(2026, 11, 3, 12) / 1000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 26), toFake: ['Date'] });
  vi.stubGlobal('Path2D', vi.fn());
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function context(
    this: HTMLCanvasElement,
  ) {
    const measureText = (line: string) => ({ width: line.length });
    const drawn = { fill: vi.fn(), fillRect: vi.fn(), fillText: vi.fn(), setTransform: vi.fn() };
    return { canvas: this, measureText, ...drawn } as never;
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type = '') =>
    done(new Blob(['picture'], { type })),
  );
});
afterEach(() => void vi.unstubAllGlobals());

/** Shows the code of the short link, once it is drawn. */
const showCode = (link: Partial<ComponentProps<typeof QrView>> = {}): Promise<HTMLElement> => {
  render(<QrView shortLink={shortLink} expiresAt={expiresAt} {...link} />);
  return screen.findByRole('img', { name: /^QR code of/ }, { timeout: 10_000 });
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('has a quiet zone of four modules around the first finder pattern', async () => {
  const image = await showCode();
  const modules = image.querySelector('path:last-child')?.getAttribute('d');
  expect(modules).toContain('M4 4h1v1h-1z');
  expect(modules).not.toContain('M3 3h1v1h-1z');
});

it('says of a link that is too long, and has no buttons', async () => {
  const long = `https://s.example/${'x'.repeat(5000)}`;
  render(<QrView shortLink={long} expiresAt={undefined} />);
  await screen.findByText('This link is too long for a QR code.');
  expect([screen.queryByRole('img'), screen.queryByRole('button')]).toEqual([null, null]);
});

it('is copied as a picture, and says so', async () => {
  await showCode();
  press('Copy image');
  await screen.findByText('The QR code is copied.');
  expect(screen.getByRole('button', { name: 'Copy image' }).dataset['done']).toBe('Copied');
  expect((await vi.mocked(copyImage).mock.calls[0]?.[0])?.type).toBe('image/png');
});

it('says if it is not copied', async () => {
  vi.mocked(copyImage).mockResolvedValueOnce(false);
  await showCode();
  press('Copy image');
  const sentence = await screen.findByText('The QR code was not copied. Save it as a file.');
  expect(sentence.className).not.toContain('unseen');
});

it.each([
  { format: 'PNG', size: '300 px', name: 's.example-aB3dE6gH.png', type: 'image/png' },
  { format: 'SVG', size: 'SVG', name: 's.example-aB3dE6gH.svg', type: 'image/svg+xml' },
])('is saved as $format under the name of its link', async ({ format, size, name, type }) => {
  await showCode();
  fireEvent.click(screen.getByRole('radio', { name: size }));
  press(`Save as ${format}`);
  await waitFor(() =>
    expect(saveFile).toHaveBeenCalledExactlyOnceWith(name, expect.objectContaining({ type })),
  );
});

it('has one button with SVG, which browsers do not copy', async () => {
  await showCode();
  fireEvent.click(screen.getByRole('radio', { name: 'SVG' }));
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Save as SVG']);
});

it('has its link and date once: below the code, or in the caption', async () => {
  await showCode();
  screen.getByText(/^Expires Dec/);
  fireEvent.click(screen.getByRole('switch', { name: 'Caption' }));
  screen.getByText(/^Valid until Dec.3,.2026$/);
  screen.getByText('s.example/aB3dE6gH');
  expect(screen.queryByText(/^Expires/)).toBeNull();
});

it('says once, after it was saved, that a link expires soon', async () => {
  const link = { shortLink: 'https://s.example/soon', canExtend: true };
  await showCode(link);
  press('Save as PNG');
  await screen.findByText('Saved s.example-soon.png');
  await screen.findByText(/^It stops working on Dec.* Extend the link before you print it\.$/);
  fireEvent.click(screen.getByRole('radio', { name: '300 px' }));
  press('Save as PNG');
  await screen.findByText('Saved s.example-soon.png');
  expect(screen.queryByText(/stops working/)).toBeNull();
});

it('does not offer to extend where the service cannot', async () => {
  await showCode({ shortLink: 'https://s.example/fixed' });
  press('Save as PNG');
  await screen.findByText(/^It stops working on Dec.3,.2026\.$/);
});

it('says nothing of a link that expires later', async () => {
  await showCode({ shortLink: 'https://s.example/later', expiresAt: expiresAt + 60 * 86_400 });
  press('Save as PNG');
  await screen.findByText('Saved s.example-later.png');
  expect(screen.queryByText(/stops working/)).toBeNull();
});

it('says if the browser draws no picture', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null));
  await showCode();
  press('Save as PNG');
  await screen.findByText('This browser could not draw the picture. Nothing was saved.');
  expect(saveFile).not.toHaveBeenCalled();
});
