import type { Page, Protocol } from 'puppeteer-core';

/**
 * The observable state of a page as text, for a comparison: its document, globals and storage, the listeners of every
 * JavaScript world, and the events that the page itself has recorded. Chromium only.
 */
export async function traces(page: Page): Promise<string> {
  const own = await page.evaluate(readOwn);
  return JSON.stringify({ own, listeners: await listeners(page) }, null, 1);
}

declare const noticed: string[];

async function readOwn() {
  const databases = (await indexedDB.databases()).map(({ name }) => name);
  return {
    document: new XMLSerializer().serializeToString(document),
    nodes: [...document.childNodes, ...document.documentElement.childNodes].map(({ nodeName }) => nodeName),
    styles: [document.styleSheets.length, document.adoptedStyleSheets.length],
    globals: Object.getOwnPropertyNames(window).sort(),
    documentOwn: Object.getOwnPropertyNames(document).sort(),
    storage: [
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      databases,
      await caches.keys(),
    ],
    loaded: performance.getEntriesByType('resource').map(({ name }) => name),
    focus: document.activeElement?.nodeName,
    noticed,
  };
}

/** Listeners on window, document, root and body, of the page and of content scripts, each in a JavaScript world of its own. */
async function listeners(page: Page): Promise<string[]> {
  const session = await page.createCDPSession();
  const contexts: Protocol.Runtime.ExecutionContextDescription[] = [];
  session.on('Runtime.executionContextCreated', ({ context }) => contexts.push(context));
  await session.send('Runtime.enable');
  const found: string[] = [];
  for (const { id: contextId, name } of contexts.filter(({ name }) => !name.startsWith('__puppeteer'))) {
    for (const expression of ['window', 'document', 'document.documentElement', 'document.body']) {
      const { result } = await session.send('Runtime.evaluate', { expression, contextId });
      if (result.objectId === undefined) continue;
      const all = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId });
      found.push(...all.listeners.map(({ type }) => `${name || 'page'}: ${type} on ${expression}`));
    }
  }
  await session.detach();
  return found.sort();
}
