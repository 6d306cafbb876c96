import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from '../support/browsers/chromium.ts';
import { connectAtOnce } from '../support/browsers/connect.ts';
import { openExtensionPage, pageOpenedBy } from '../support/browsers/extension.ts';
import { grantedCopy } from '../support/browsers/granted-copy.ts';
import { build, root } from '../../scripts/programs.ts';
import { startService } from '../../server/service.ts';
import { startProxy } from '../support/service/proxy.ts';
import { fillHistory } from '../support/pages/history.ts';
import { startMenuPages } from '../support/pages/pages.ts';
import { createFixture } from '../support/browsers/fixture.ts';
import { type Figure, report } from './figures.ts';
import { measureHistory } from './history.ts';
import { measureBatch } from './batch.ts';
import { measureMenu } from './menu.ts';
import { measureMusic } from './music.ts';
import { extensionNamed, measurePopups } from './popups.ts';
import { measureService } from './service.ts';
import { measureShortening } from './shortening.ts';
import { measureSizes } from './sizes.ts';

/**
 * `npm run bench`: every figure beside its limit, ratios from one run; `npm run bench -- history` measures one part. Exits 1
 * if a limit does not hold.
 */
const output = join(root, '.output/chrome-mv3');
const blank = join(root, 'tests/bench/blank');
const onlyAnswers = join(root, 'tests/bench/answering');
/** Of a long life with it. */
const links = 100_000;

const measureExtension = async (): Promise<Figure[]> => {
  const data = await mkdtemp(join(tmpdir(), 'waylark-bench-'));
  const service = await startService({ data });
  const proxy = await startProxy(service.origin);
  const site = await startMenuPages();
  const copy = await grantedCopy(output, { origin: proxy.origin });
  const browser = await launchChromium({ extensions: [copy.folder, blank, onlyAnswers], headless: true });
  try {
    const [ours, empty] = [await extensionNamed(browser, 'Waylark'), await extensionNamed(browser, 'Blank')];
    const options = await pageOpenedBy(browser, 'options.html');
    const credentials = await service.createApplication({ perSecond: 1000, perMinute: 10_000 });
    // Not by its form, after which the first steps open the popup by themselves.
    await connectAtOnce(options, { address: proxy.address, ...credentials });
    const page = await browser.newPage();
    // A name as the web has it: of an address of this machine the popup would have to warn.
    await page.goto(`${site.origin.replace('127.0.0.1', 'page.test')}/page`);
    const history = await openExtensionPage(browser, `chrome-extension://${ours.id}`, 'history.html');
    const fill = async () => {
      await fillHistory(history, links);
      await history.close();
      return links;
    };
    const popups = await measurePopups(page, { ours, blank: empty, fill });
    const { id } = await extensionNamed(browser, 'Answering');
    const answering = await openExtensionPage(browser, `chrome-extension://${id}`, 'page.html');
    const shortening = await measureShortening({ extension: ours, page, answering, proxy });
    return [...popups, ...shortening];
  } finally {
    await browser.close();
    await site.close();
    await proxy.close();
    await service.close();
    await copy.remove();
    await rm(data, { recursive: true });
  }
};

const measureHistoryPage = async (): Promise<Figure[]> => {
  const fixture = await createFixture({ ownProcess: true });
  try {
    return await measureHistory(await fixture.open('history.html'));
  } finally {
    await fixture.close();
  }
};

const parts: Record<string, [title: string, measure: () => Promise<Figure[]> | Figure[]]> = {
  sizes: ['Sizes', () => measureSizes(output)],
  extension: ['The extension, in Chromium', measureExtension],
  menu: ['The context menu, in Chromium with a window', measureMenu],
  history: ['The history, in Chromium', measureHistoryPage],
  batch: ['Many tabs, in Chromium', measureBatch],
  music: ['Music, in Chromium', () => measureMusic(output)],
  service: ['The embedded service', measureService],
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(', ')}: choose of ${Object.keys(parts).join(', ')}`);

await build();
const areWithin: boolean[] = [];
for (const [name, [title, measure]] of Object.entries(parts))
  if (chosen.length === 0 || chosen.includes(name)) areWithin.push(report(title, await measure()));
process.exitCode = areWithin.every(Boolean) ? 0 : 1;
