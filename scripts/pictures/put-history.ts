import type { Page } from 'puppeteer-core';
import type { Language } from '../languages.mjs';
import { samplePages } from './sample-data.ts';
import { shortHost } from './stand-in.ts';

const day = 86_400;

/** Days until each link expires; negative for an expired one. */
const daysLeft = [30, 0.92, 365, 5.9, -0.2, 4.9, 26.9, 359.6];

/** Hours since each link was created. */
const age = [0.2, 1.5, 3, 26, 29, 50, 75, 130];

/** Writes a history of the sample pages from a page of the extension, in place of what is there. */
export async function putHistory(
  page: Page,
  { language, isIn }: { language: Language; isIn: (at: number) => boolean },
): Promise<void> {
  const now = Date.now();
  const entries = samplePages[language]
    .slice(0, daysLeft.length)
    .map(({ id, title, link }, at) => ({
      id: crypto.randomUUID(),
      title,
      link,
      account: 'account',
      createdAt: now - (age[at] ?? 1) * 3_600_000,
      validity: { kind: 'duration', seconds: 30 * day },
      shown: true,
      state: 'created',
      shortLink: `https://${shortHost}/${id}`,
      end: Math.floor(now / 1000 + (daysLeft[at] ?? 1) * day),
    }))
    .filter((_, at) => isIn(at));
  await page.evaluate(replaceAll, entries);
}

/** In the page. */
async function replaceAll(entries: readonly object[]): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('waylark-history');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error('The history does not open'));
  });
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction('attempts', 'readwrite');
    const attempts = transaction.objectStore('attempts');
    attempts.clear();
    for (const entry of entries) attempts.add(entry);
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(new Error('The history cannot be written'));
  });
  database.close();
}
