import type { Browser, Page } from 'puppeteer-core';
import type { Language } from '../browsers/catalogue.ts';
import { bodyOf, samplePages } from './sample-data.ts';

/** Opens a tab at any address, which shows a sample page: no request leaves this machine. */
export async function openSample(browser: Browser, language: Language, link: string): Promise<Page> {
  const page = await browser.newPage();
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return void request.continue();
    const pages = samplePages[language];
    const wanted = new URL(request.url()).href;
    const { title } =
      pages.find(({ link: each }) => wanted.startsWith(new URL(each).href.split('#')[0] ?? '')) ?? {};
    const body = bodyOf(title ?? link, language, pages.slice(1, 5));
    return void request.respond({ status: 200, contentType: 'text/html; charset=utf-8', body });
  });
  await page.goto(link);
  await page.bringToFront();
  return page;
}
