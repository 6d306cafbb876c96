import { late, pass } from '../support/service/faults.ts';
import { openBatch, thisWindow, visitTabs } from '../support/pages/batch.ts';
import { pasteInto } from '../support/browsers/clipboard.ts';
import { createFixture, type Fixture } from '../support/browsers/fixture.ts';
import { type Figure, inTurn, median, ratio } from './figures.ts';
import { barePost } from './shortening.ts';

const tabs = 10;
/** Addresses of the longest list. */
const listed = 5000;
const rounds = 7;
/** The batch page sends this many requests at the same time. */
const atOnce = 3;
/** Milliseconds that a service far away takes for each. */
const far = 100;

/** Gives every tab a new address, so that none has a link yet. */
const renew = async ({ browser }: Fixture, round: string): Promise<void> => {
  for (const page of await browser.pages())
    await page.evaluate((name) => {
      if (location.pathname.startsWith('/bench/')) history.replaceState(null, '', `?${name}`);
    }, round);
};

/** Milliseconds from the click until all tabs have their links, measured inside the page. */
const tenTabs = async (fixture: Fixture, query: string): Promise<number> => {
  const page = await openBatch(fixture, query);
  await page.waitForSelector('form button[type=submit]');
  await page.evaluate(() => {
    document.addEventListener('submit', () => {
      const began = performance.now();
      new MutationObserver((_, observer) => {
        // The button that copies all links appears when the run has ended.
        if (!document.querySelector('.job .split')) return;
        observer.disconnect();
        document.body.dataset['took'] = String(performance.now() - began);
      }).observe(document.body, { childList: true, subtree: true });
    });
  });
  await page.locator('form button[type=submit]').click();
  const body = await page.waitForSelector('[data-took]');
  const took = await body?.evaluate((node) => Number((node as HTMLElement).dataset['took']));
  const created = await page.$$('[data-state="created"]');
  if (took === undefined || created.length !== tabs)
    throw new Error(`${created.length} of ${tabs} links were created.`);
  await page.close();
  return took;
};

/** Milliseconds of the same number of POSTs without a browser, with the same number at the same time. */
const tenPosts = async ({ proxy }: Fixture): Promise<number> => {
  let left = tabs;
  const began = performance.now();
  const postWhileLeft = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await barePost(proxy);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, postWhileLeft));
  return performance.now() - began;
};

const pairs = (fixture: Fixture, { query, name }: { query: string; name: string }) => {
  let round = 0;
  const ours = async (): Promise<number> => {
    round += 1;
    await renew(fixture, `${name}${round}`);
    return tenTabs(fixture, query);
  };
  return inTurn({ ours, other: () => tenPosts(fixture) }, { rounds });
};

/** Milliseconds of the longest task of the page while a list is pasted and the first of its links are created. */
const longestTask = async (
  fixture: Fixture,
  { query, round }: { query: string; round: number },
): Promise<number> => {
  const page = await openBatch(fixture, query);
  await page.evaluate(() => {
    document.body.dataset['longest'] = '0';
    new PerformanceObserver((list) => {
      const found = list.getEntries().map(({ duration }) => duration);
      document.body.dataset['longest'] = String(Math.max(...found, Number(document.body.dataset['longest'])));
    }).observe({ type: 'longtask' });
  });
  await page.locator('.segments > :last-child').click();
  const lines = Array.from(
    { length: listed },
    (_, at) => `https://host${at % 50}.example/${round}/${at}?q=${at}`,
  );
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n'));
  await page.focus('#list');
  await pasteInto(page);
  await page.locator('aria/Shorten 5,000 links').click();
  await page.waitForSelector('[data-state="created"]:nth-child(30)', { timeout: 120_000 });
  const longest = await page.evaluate(() => Number(document.body.dataset['longest']));
  await page.locator('.job button').click();
  await page.locator('.job button.primary').wait();
  await page.close();
  return longest;
};

/** What ten tabs cost beside ten bare POSTs: with the service on this machine, and with one that is far away. */
export const measureBatch = async (): Promise<Figure[]> => {
  const fixture = await createFixture({ ownProcess: true, permissions: ['tabs'] });
  try {
    await visitTabs(fixture, 'bench', tabs);
    const query = await thisWindow(fixture);
    fixture.proxy.always('add', pass);
    const near = await pairs(fixture, { query, name: 'near' });
    fixture.proxy.always('add', late(far));
    const away = await pairs(fixture, { query, name: 'away' });
    fixture.proxy.always('add', pass);
    const tasks: number[] = [];
    for (let round = 0; round < rounds; round += 1) tasks.push(await longestTask(fixture, { query, round }));
    const extra = (median(near.ours) - median(near.other)) / tabs;
    const from = `${median(near.ours).toFixed(0)} ms beside ${median(near.other).toFixed(0)} ms for ${tabs}, medians of ${rounds}`;
    return [
      { name: 'each of ten tabs, less a bare POST', value: extra, unit: 'ms', from },
      ratio(`ten tabs / ten bare POSTs, a service of ${far} ms`, { ...away, most: 2 }),
      {
        name: 'longest task with 5,000 pasted addresses',
        value: median(tasks),
        unit: 'ms',
        limit: { at: 'most', value: 100 },
        from: `median of ${rounds} rounds`,
      },
    ];
  } finally {
    await fixture.close();
  }
};
