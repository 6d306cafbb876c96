import * as z from 'zod/mini';

/** What is kept of a service: what it said, as yet unread, and when it is to be asked again (milliseconds since 1970). */
export const keptGrey = z.object({ address: z.string(), next: z.number(), data: z.unknown() });

export type KeptGrey = z.infer<typeof keptGrey>;
