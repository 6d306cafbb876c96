import type { Browser, Page } from 'puppeteer-core';
import type { Language } from '../languages.mjs';
import { bodyOf, samplePages } from './sample-data.ts';

/** Answers the requests of a tab for a page with this: none leaves this machine. */
export async function answerWith(
  page: Page,
  answerOf: (link: string) => { status: number; body: string },
): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return void request.continue();
    return void request.respond({ contentType: 'text/html; charset=utf-8', ...answerOf(request.url()) });
  });
}

/** Opens a tab at any address, which shows a sample page: no request leaves this machine. */
export async function openSample(browser: Browser, language: Language, link: string): Promise<Page> {
  const page = await browser.newPage();
  const pages = samplePages[language];
  await answerWith(page, (url) => {
    const wanted = new URL(url).href;
    const { title } =
      pages.find(({ link: each }) => wanted.startsWith(new URL(each).href.split('#')[0] ?? '')) ?? {};
    return { status: 200, body: bodyOf(title ?? link, language, pages.slice(1, 5)) };
  });
  await page.goto(link);
  await page.bringToFront();
  return page;
}
