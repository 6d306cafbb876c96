import { GIF } from 'image-size/types/gif';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';

/** Pictures made of pixels whose size stands at their beginning; an SVG is a program. */
const kinds = [
  ['image/png', PNG],
  ['image/jpeg', JPG],
  ['image/webp', WEBP],
  ['image/gif', GIF],
] as const;

/** What a picture says of itself at its beginning, not yet decoded; null for what is none of the kinds above. */
export const readHeader = (picture: Uint8Array): { type: string; pixels: number } | null => {
  try {
    const [type, kind] = kinds.find(([, { validate }]) => validate(picture)) ?? [];
    const { width, height } = kind?.calculate(picture) ?? {};
    return type && width && height ? { type, pixels: width * height } : null;
  } catch {
    return null;
  }
};
