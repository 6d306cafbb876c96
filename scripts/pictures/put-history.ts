import type { Page } from 'puppeteer-core';
import type { Language } from '../browsers/catalogue.ts';
import { samplePages } from './sample-data.ts';

const day = 86_400;

/** Days until each link expires; negative for an expired one. */
const daysLeft = [30, 0.9, 365, 6, -2, 1.6, 29, 200];

/** Hours since each link was created. */
const age = [0.2, 1.5, 3, 26, 29, 50, 75, 130];

const ids = ['k3Vd8qXw', 'Zp71cTbN', 'a9RmQe4s', 'hY20LkVf', 'W6tGx5Ju', 'n8BoCd1E', 'T4vKs7Pz', 'q2LfMa9H'];

/** Writes a history of realistic links from a page of the extension, in place of what is there; null empties it. */
export async function putHistory(page: Page, language: Language | null): Promise<void> {
  const now = Date.now();
  const pages = language === null ? [] : samplePages[language];
  const entries = pages.map(({ title, link }, at) => ({
    id: crypto.randomUUID(),
    title,
    link,
    account: 'account',
    createdAt: now - (age[at] ?? 1) * 3_600_000,
    validity: { kind: 'duration', seconds: 30 * day },
    shown: true,
    state: 'made',
    shortLink: `https://lark.example/${ids[at] ?? ''}`,
    end: Math.floor(now / 1000 + (daysLeft[at] ?? 1) * day),
  }));
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
