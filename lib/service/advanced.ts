import * as z from 'zod/mini';
import { paths } from './contract.ts';

/**
 * What the contract leaves open and a person can set: where the four operations live that it knows by name only, and how
 * credentials are sent for a token: as Basic, as two headers, or both.
 */
export const advanced = z.object({
  paths: z.object({ token: z.string(), time: z.string(), grey: z.string(), divisions: z.string() }),
  credentials: z.enum(['both', 'basic', 'headers']),
});

export type Advanced = z.infer<typeof advanced>;

const { token, time, grey, divisions } = paths;

/** What holds until a person sets something else. */
export const usual: Advanced = { paths: { token, time, grey, divisions }, credentials: 'both' };
