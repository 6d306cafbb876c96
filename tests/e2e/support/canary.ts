import type { Browser, Page } from 'puppeteer-core';

export interface Secrets {
  secretId: string;
  secretKey: string;
  tokens: string[];
}

/** The key and the tokens, as they are and as they travel. The SecretID by itself may be shown. */
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
    found[`page ${String(Object.keys(found).length + 1)} at ${page.url()}`] = await readable(page);
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
