import type { Browser, Page } from 'puppeteer-core';
import { poll } from './poll.ts';

/**
 * Opens an address in a new tab, in front, and waits until it is loaded. Chromium is given the address together with the tab:
 * an empty tab has a process of its own, which takes 0.1 s of processor time and is of no use to a page of an extension.
 */
export async function openTab(browser: Browser, address: string): Promise<Page> {
  if (/^(https?|chrome-extension):/.test(address) && !(await isFirefox(browser)))
    return openAtOnce(browser, address);
  const page = await browser.newPage();
  await page.goto(address);
  return page;
}

async function openAtOnce(browser: Browser, address: string): Promise<Page> {
  const session = await browser.target().createCDPSession();
  const { targetId } = await session.send('Target.createTarget', { url: address });
  await session.detach();
  // The driver itself finds its new tabs like that, and publishes no id.
  const target = await browser.waitForTarget((each) => Reflect.get(each, '_targetId') === targetId);
  const page = await target.page();
  if (page === null) throw new Error(`${address} did not open in a tab`);
  // Between two documents there is nothing that could answer.
  const load = () => page.evaluate(loaded).catch(() => undefined);
  const protocol = await poll(`${address} to load`, load);
  if (protocol === 'chrome-error:') throw new Error(`${address} cannot be reached`);
  return page;
}

/** Runs in the page: waits until it is loaded; undefined in the empty document before it. */
async function loaded(): Promise<string | undefined> {
  if (location.href === 'about:blank') return undefined;
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  return location.protocol;
}

const isFirefox = async (browser: Browser): Promise<boolean> =>
  (await browser.version()).toLowerCase().startsWith('firefox');
