import { validity } from '../validity/schema.ts';
import * as z from 'zod/mini';
import type { Shortened } from '../connection/connection.ts';

/** What one short link is asked for with. */
export const shortenRequest = z.object({
  /**
   * A UUID of the caller's own, so that the outcome can be asked for again. `z.uuid` would bring a whole family of formats
   * into the background.
   */
  id: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  /** As long as it was typed: what is too long gets its own sentence. */
  link: z.string(),
  title: z.string().check(z.regex(/^[^]{0,1000}$/)),
  validity,
  private: z.boolean(),
  /** Create a new link even where there is one already. */
  another: z.optional(z.boolean()),
});

export type ShortenRequest = z.infer<typeof shortenRequest>;

/**
 * How a request ended, by the id of the attempt that was made for it. `madeAt` (milliseconds) is there for a link that had
 * been created before, and was not created again.
 */
export type Outcome = { id: string; madeAt?: number } & Shortened;
