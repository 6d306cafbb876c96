import type { Browser, CDPSession } from 'puppeteer-core';

/**
 * Kills the extension's service worker, in the middle of whatever it does, as the browser may at any time; waits until
 * the browser says that it stopped. The next message starts a new one. With several extensions, `origin` says whose.
 * Chromium only.
 */
export async function killWorker(browser: Browser, origin = 'chrome-extension://'): Promise<void> {
  const [page] = await browser.pages();
  if (page === undefined) throw new Error('A tab is needed to reach the workers');
  const session = await page.createCDPSession();
  const running = workerVersion(session, { origin, status: 'running' });
  await session.send('ServiceWorker.enable');
  const stopped = workerVersion(session, { origin, status: 'stopped' });
  await session.send('ServiceWorker.stopWorker', { versionId: await running });
  await stopped;
  await session.detach();
}

/** Resolves with the id of the extension's worker when it is in that state; rejects after 5 s. */
function workerVersion(
  session: CDPSession,
  { origin, status }: { origin: string; status: 'running' | 'stopped' },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The worker was not ${status} within 5 s`)), 5000);
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const ours = versions.find(
        ({ scriptURL, runningStatus }) => scriptURL.startsWith(origin) && runningStatus === status,
      );
      if (ours === undefined) return;
      clearTimeout(timer);
      resolve(ours.versionId);
    });
  });
}

/** Kills all workers, also one that is starting; does nothing if none runs. Chromium only. */
export async function killWorkers(browser: Browser): Promise<void> {
  const [page] = await browser.pages();
  const session = await page?.createCDPSession();
  await session?.send('ServiceWorker.enable');
  await session?.send('ServiceWorker.stopAllWorkers');
  await session?.detach();
}
