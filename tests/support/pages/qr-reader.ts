import type { Page } from 'puppeteer-core';
import decodeQR from 'qr/decode.js';

/** Reads the QR code in a picture, which `page` draws at its own size; `content` is base64. */
export async function readQr(page: Page, type: string, content: string) {
  const { width, height, gray } = await page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { naturalWidth: across, naturalHeight: down } = image;
    const canvas = new OffscreenCanvas(across, down);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const { data = [] } = context?.getImageData(0, 0, across, down) ?? {};
    // A digit a pixel, as numbers take the driver long.
    let digits = '';
    for (let at = 0; at < data.length; at += 4) digits += (data[at] ?? 0) < 128 ? '0' : '1';
    return { width: across, height: down, gray: digits };
  }, `data:${type};base64,${content}`);
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < gray.length; at += 1) data.fill(gray[at] === '0' ? 0 : 255, at * 3, at * 3 + 3);
  return { link: decodeQR({ width, height, data }), width, height };
}
