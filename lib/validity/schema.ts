import * as z from 'zod/mini';

/** How long a short link works: for a number of seconds, until a Unix time in seconds, or without an expiry date. */
export const validity = z.lazy(() =>
  z.union([
    z.object({ kind: z.literal('duration'), seconds: z.int().check(z.positive()) }),
    z.object({ kind: z.literal('until'), expiresAt: z.int().check(z.positive()) }),
    z.object({ kind: z.literal('never') }),
  ]),
);

export type Validity = z.infer<typeof validity>;
