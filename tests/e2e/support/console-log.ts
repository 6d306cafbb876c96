import { type Browser, type ConsoleMessage, type Target, TargetType } from 'puppeteer-core';

/**
 * Everything that pages of the browser write to their consoles, errors that nobody caught included; with `workers` that of
 * service workers, too. A worker that is watched never sleeps, and starts no more after it was killed.
 */
export function watchConsoles(browser: Browser, { workers }: { workers: boolean }): string[] {
  const lines: string[] = [];
  const write = (message: ConsoleMessage) => lines.push(`${message.type()}: ${message.text()}`);
  const watch = async (target: Target) => {
    const page = await target.page();
    page?.on('console', write);
    page?.on('pageerror', (error) => lines.push(`uncaught: ${String(error)}`));
    if (workers && target.type() === TargetType.SERVICE_WORKER) (await target.worker())?.on('console', write);
  };
  // A target that is gone before it can be watched has nothing more to say.
  const begin = (target: Target) => void watch(target).catch(() => undefined);
  browser.on('targetcreated', begin);
  for (const target of browser.targets()) begin(target);
  return lines;
}
