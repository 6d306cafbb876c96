import type { Page } from 'puppeteer-core';

/** The stored accounts, at most one, read by a page of the extension. Reading does not create the database. */
export const accountsIn = (page: Page): Promise<unknown[]> => page.evaluate(readAccounts);

async function readAccounts(): Promise<unknown[]> {
  const database = 'waylark-account';
  const all = await indexedDB.databases();
  if (!all.some(({ name }) => name === database)) return [];
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database);
    opening.onerror = () => reject(new Error('The account does not open'));
    opening.onsuccess = () => {
      const reading = opening.result.transaction('account').objectStore('account').get('current');
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result === undefined ? [] : [reading.result]);
      };
    };
  });
}
