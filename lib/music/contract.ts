import * as z from 'zod/mini';

/** One track of 404 music; several artists stand in one text, joined by commas without a space. */
export const track = z.object({
  id: z.int(),
  name: z.string(),
  artist: z.string(),
  audio: z.url(),
  cover: z.url(),
});

/** `data` of 404 music. */
export const musicData = z.object({ list: z.array(track) });
