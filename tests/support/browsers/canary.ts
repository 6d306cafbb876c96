import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { editManifest } from './granted-copy.ts';
import { poll } from './poll.ts';

interface Secrets {
  secretId: string;
  secretKey: string;
  tokens: string[];
}

/** The key and the tokens, plain and as they are sent. The SecretID alone may be shown. */
export function canariesOf({ secretId, secretKey, tokens }: Secrets): string[] {
  const basic = Buffer.from(`${secretId}:${secretKey}`).toString('base64');
  return [secretKey, basic, encodeURIComponent(basic), ...tokens];
}

/** The names of the places in which any of the canaries is found. */
export function locationsOf(canaries: string[], places: Record<string, string>): string[] {
  return Object.keys(places).filter((name) => canaries.some((canary) => places[name]?.includes(canary)));
}

/** What a page holds that somebody could read: its document, address, fields and its own storage. */
export const readable = async (page: Page): Promise<string> =>
  (await page.content()) + (await page.evaluate(readRest));

/** What every open tab holds that somebody could read: its address, document, fields and its own storage. */
export async function pagesIn(browser: Browser): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const page of await browser.pages()) {
    found[`page ${Object.keys(found).length + 1} at ${page.url()}`] = await readable(page);
  }
  return found;
}

/** What a document knows beside its nodes. */
function readRest(): string {
  const fields = [...document.querySelectorAll('input, textarea, select')].map((field) =>
    'value' in field ? String(field.value) : '',
  );
  const storage =
    location.protocol === 'about:' ? [] : [Object.entries(localStorage), Object.entries(sessionStorage)];
  const resources = performance.getEntries().map(({ name }) => name);
  return JSON.stringify([
    location.href,
    document.title,
    history.state,
    window.name,
    fields,
    storage,
    resources,
  ]);
}

/** Runs in pages as a content script of the extension: reads all that one can read, and leaves it on the page. */
const probe = `
const areas = ['local', 'sync', 'session', 'managed'];
const read = async (area) => {
  try { return [area, await browser.storage[area].get()]; } catch (error) { return [area, 'refused: ' + error]; }
};
const databases = async () => {
  const found = await indexedDB.databases();
  return found.map(({ name }) => name);
};
Promise.all([Promise.all(areas.map(read)), databases()]).then(([stored, names]) => {
  document.documentElement.dataset.probe = JSON.stringify({ ...Object.fromEntries(stored), databases: names });
});
`;

/** Adds the probe to a throw-away copy of a build. */
export async function addProbe(folder: string): Promise<void> {
  await writeFile(join(folder, 'probe.js'), probe);
  const matches = ['http://127.0.0.1/*'];
  await editManifest(folder, (manifest) => ({
    ...manifest,
    content_scripts: [{ matches, js: ['probe.js'], run_at: 'document_idle' }],
  }));
}

/** What a content script of the extension could read when it started on that page, as JSON. */
export function probed(page: Page): Promise<string> {
  return poll('the probe', () => page.evaluate(() => document.documentElement.dataset['probe']));
}
