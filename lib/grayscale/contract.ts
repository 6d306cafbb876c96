import * as z from 'zod/mini';

/**
 * The stored answer of a service: `data` as the service sent it, not parsed, and the time of the next request
 * (milliseconds since 1970).
 */
export const storedGrayscale = z.object({ address: z.string(), next: z.number(), data: z.unknown() });

export type StoredGrayscale = z.infer<typeof storedGrayscale>;
