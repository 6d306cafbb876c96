import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { editManifest } from '../../../scripts/browsers/granted-copy.ts';
import { poll } from '../../../scripts/browsers/poll.ts';

/** Runs in pages as a content script of the extension: reads all that one can read, and leaves it on the page. */
const script = `
const api = globalThis.browser ?? chrome;
const areas = ['local', 'sync', 'session', 'managed'];
const read = async (area) => {
  try { return [area, await api.storage[area].get()]; } catch (error) { return [area, 'refused: ' + error]; }
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
  await writeFile(join(folder, 'probe.js'), script);
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
