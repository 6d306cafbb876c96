import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';

const attempts = z.array(
  z.object({ id: z.string(), link: z.string(), state: z.string(), shortLink: z.optional(z.string()) }),
);

/** One attempt as the extension's history keeps it. */
export type KeptAttempt = z.infer<typeof attempts>[number];

/** The extension's history, read by one of its own pages. */
export async function historyOf(page: Page): Promise<KeptAttempt[]> {
  const found = await page.evaluate(
    () =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open('waylark-history');
        opening.onerror = () => reject(new Error('The history does not open'));
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction('attempts').objectStore('attempts').getAll();
          reading.onsuccess = () => resolve(reading.result);
          reading.onerror = () => reject(new Error('The history cannot be read'));
          database.close();
        };
      }),
  );
  return attempts.parse(found);
}
