import { render, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { setLanguage } from '../testing/language.ts';
import { QrImage, useQrDrawing } from './QrCode.tsx';

const QrCode = ({ of }: { of: string }) => <QrImage of={of} drawing={useQrDrawing(of)} />;

it.each([
  ['en', 'QR code of https://s.example/abc'],
  ['zh_CN', 'https://s.example/abc的二维码'],
] as const)('a QR code is an image that names its link, in %s', async (language, name) => {
  setLanguage(language);
  render(<QrCode of="https://s.example/abc" />);
  const image = await screen.findByRole('img', { name });
  // A quiet zone of four modules is around the first finder pattern.
  const modules = image.querySelector('path:last-child')?.getAttribute('d');
  expect(modules).toContain('M4 4h1v1h-1z');
  expect(modules).not.toContain('M3 3h1v1h-1z');
});

it('a link that is too long for a QR code says so', async () => {
  render(<QrCode of={`https://s.example/${'x'.repeat(5000)}`} />);
  expect(await screen.findByText('This link is too long for a QR code.')).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
});
