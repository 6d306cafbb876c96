import * as z from 'zod/mini';
import { presets } from '../validity/validity.ts';
import { hues } from './connection-info.ts';

export const hue = z.literal(hues);

/** The validity to offer first. */
export const offeredFirst = z.enum(['last', ...presets]);
