import * as z from 'zod/mini';
import { presets } from '../validity/validity.ts';

/** One of six colours. */
export const hue = z.literal([1, 2, 3, 4, 5, 6]);

/** The validity to offer first. */
export const offeredFirst = z.enum(['last', ...presets]);
