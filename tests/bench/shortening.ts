import { setTimeout } from 'node:timers/promises';
import type { Extension, Page } from 'puppeteer-core';
import { openExtensionPage } from '../support/browsers/extension.ts';
import { poll } from '../support/browsers/poll.ts';
import { paths } from '../../lib/api/contract.ts';
import type { Proxy } from '../support/service/proxy.ts';
import { killWorker } from '../support/browsers/chromium-extension.ts';
import { type Figure, inTurn, median, ratio } from './figures.ts';
import { clickButton, closePopup } from './popups.ts';

const links = 15;
const starts = 15;
/** Milliseconds for which a person sees the result; the popup would show a result again that was not seen. */
const lookAtIt = 200;
/** Milliseconds until a worker has done what it postpones at its start. If it is stopped before, the next worker starts later. */
const startupWork = 350;

/** Milliseconds from the click on Shorten to the short link standing in the popup, measured inside the popup. */
const clickToLink = (popup: Page): Promise<number> =>
  popup.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const began = performance.now();
        new MutationObserver(() => {
          if (document.querySelector('#short-link')) resolve(performance.now() - began);
          const words = document.querySelector('[role=alert]')?.textContent;
          if (words) reject(new Error(words));
        }).observe(document.body, { childList: true, subtree: true });
        document.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
      }),
  );

/** Milliseconds of the same Add without a browser: a POST of our own, with a token of the proxy's log. */
export const barePost = async (proxy: Proxy): Promise<number> => {
  const seen = proxy.log.findLast(({ operation }) => operation === 'add');
  if (!seen) throw new Error('No Add has been seen yet.');
  const headers = { authorization: seen.headers.authorization ?? '', 'content-type': 'application/json' };
  const began = performance.now();
  const answer = await fetch(proxy.address + paths.add, { method: 'POST', headers, body: seen.body });
  await answer.text();
  return performance.now() - began;
};

const oneLink = async (page: Page, extension: Extension): Promise<number> => {
  const { popup } = await clickButton(page, extension);
  await poll('the form', () => popup.evaluate(() => document.querySelector('#link') !== null || undefined));
  const took = await clickToLink(popup);
  await setTimeout(lookAtIt);
  await closePopup(popup, extension);
  return took;
};

/** Milliseconds from a message of a popup, or of the other extension's page, until the answer. */
const answerTime = async (page: Page): Promise<number> =>
  Number(
    await page.evaluate(`(async () => {
      const began = performance.now();
      const answer = await chrome.runtime.sendMessage({ name: 'rateLimit', request: { connection: 'x' } });
      if (!answer?.ok) throw new Error('The worker did not answer.');
      return performance.now() - began;
    })()`),
  );

/** The same with a worker that is not running. */
const workerStart = async (page: Page): Promise<number> => {
  // It runs, so that it can be stopped.
  await answerTime(page);
  await setTimeout(startupWork);
  await killWorker(page.browser(), page.url().split('/').slice(0, 3).join('/'));
  return answerTime(page);
};

/** Ours beside a worker that only answers. */
const measureWorkerStart = async (ours: Page, other: Page): Promise<Figure> => {
  const measures = { ours: () => workerStart(ours), other: () => workerStart(other) };
  const taken = await inTurn(measures, { rounds: starts });
  return ratio('worker start to answer / one that only answers', { ...taken, most: 2.2 });
};

interface Setup {
  extension: Extension;
  page: Page;
  /** A page of an extension whose worker only answers. */
  answering: Page;
  proxy: Proxy;
}

/** What Waylark itself adds to a link, what waking its worker costs, and how often it calls. */
export const measureShortening = async ({ extension, page, answering, proxy }: Setup): Promise<Figure[]> => {
  const clicks: number[] = [];
  proxy.mark();
  const address = page.url();
  for (let link = 0; link < links; link += 1) {
    // Each link has its own address, as an address that has a link already gets no new one.
    await page.goto(`${address}/${link}`);
    clicks.push(await oneLink(page, extension));
  }
  const calls = { posts: proxy.count('add'), tokens: proxy.count('token') };
  const popup = await openExtensionPage(page.browser(), `chrome-extension://${extension.id}`, 'popup.html');
  const bare: number[] = [];
  for (let post = 0; post < links; post += 1) bare.push(await barePost(proxy));
  return [
    {
      name: 'click on Shorten to link, less a bare POST',
      value: median(clicks) - median(bare),
      unit: 'ms',
      limit: { at: 'most', value: 100 },
      from: `${median(clicks).toFixed(0)} ms beside ${median(bare).toFixed(0)} ms, medians of ${links}`,
    },
    await measureWorkerStart(popup, answering),
    { name: 'POSTs for a link', value: calls.posts / links, unit: '', limit: { at: 'most', value: 1 } },
    {
      name: `token GETs for ${links} links after connecting`,
      value: calls.tokens,
      unit: '',
      limit: { at: 'most', value: 1 },
    },
  ];
};
