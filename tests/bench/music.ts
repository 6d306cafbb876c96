import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from '../support/browsers/chromium.ts';
import { connectThroughOptions } from '../support/browsers/connect.ts';
import { openExtensionPage, pageOpenedBy } from '../support/browsers/extension.ts';
import { grantedCopy } from '../support/browsers/granted-copy.ts';
import { createCleanupStack } from '../support/browsers/cleanup-stack.ts';
import { root } from '../../scripts/programs.ts';
import { startService } from '../../server/service.ts';
import type { Figure } from './figures.ts';
import { measureMissingPages, measureOrdinaryPages } from './pages.ts';
import { measurePlaying } from './playing.ts';
import { extensionNamed } from './popups.ts';
import { startWeb } from './web.ts';

const bareInjection = join(root, 'tests/bench/bare-injection');

/** What music costs if it is allowed: on ordinary pages, on missing ones, and when it plays. */
export const measureMusic = async (output: string): Promise<Figure[]> => {
  const cleanup = createCleanupStack();
  try {
    const data = await mkdtemp(join(tmpdir(), 'waylark-bench-'));
    await cleanup.add(() => rm(data, { recursive: true }));
    const service = await startService({ data });
    await cleanup.add(() => service.close());
    const web = await startWeb();
    await cleanup.add(() => web.close());
    const copy = await grantedCopy(output, { origin: service.origin, allSites: true });
    await cleanup.add(copy.remove);
    const open = async (extensions: string[]) => {
      const browser = await launchChromium({ extensions, headless: true });
      await cleanup.add(() => browser.close());
      return browser;
    };
    const openPair = async () => {
      const pair = { ours: await open([copy.folder]), other: await open([]) };
      // Installed, and its detector registered.
      await pageOpenedBy(pair.ours, 'options.html');
      return pair;
    };
    /** A page of it is open, as one of ours is: the worker then starts in a process that runs. */
    const openBare = async () => {
      const browser = await open([bareInjection]);
      const { id } = await extensionNamed(browser, 'Bare injection');
      await openExtensionPage(browser, `chrome-extension://${id}`, 'page.html');
      return browser;
    };
    const ours = await open([copy.folder]);
    const options = await pageOpenedBy(ours, 'options.html');
    const credentials = await service.createApplication();
    const answer = await connectThroughOptions(options, { address: service.address, ...credentials });
    if (!answer.startsWith('Connected')) throw new Error(answer);
    return [
      ...(await measureOrdinaryPages({ open: openPair, origin: web.origin })),
      ...(await measureMissingPages({ ours, other: await openBare() }, web.origin)),
      ...(await measurePlaying(ours, { options, address: `${web.origin}/missing` })),
    ];
  } finally {
    await cleanup.run();
  }
};
