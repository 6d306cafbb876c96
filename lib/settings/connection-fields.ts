import * as z from 'zod/mini';
import { presets } from '../validity/validity.ts';

/** The colours of connections. */
export const hues = [1, 2, 3, 4, 5, 6] as const;

export const hue = z.literal(hues);

/** The validity to offer first. */
export const offeredFirst = z.enum(['last', ...presets]);
