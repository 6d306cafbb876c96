import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { startService } from '../../server/service.ts';
import { launchChromium } from '../browsers/chromium.ts';
import { connectAtOnce } from '../browsers/connect.ts';
import { extensionOf, openExtensionPage, pageOpenedBy } from '../browsers/extension.ts';
import { grantedCopy, grantPermissions, keepLanguage } from '../browsers/granted-copy.ts';
import { type Language, type Texts, textsIn } from '../browsers/texts.ts';
import { createCleanupStack } from '../cleanup-stack.ts';
import { root } from '../programs.ts';
import { serveLarks } from './larks.ts';

export const languages: Language[] = ['en', 'zh_CN'];

/** Where a picture's pages lie, as it were. */
export const host = 'http://larks.example';

/** A browser with the extension in one language, and a service of its own. */
export interface Stage {
  browser: Browser;
  language: Language;
  /** The service's origin. */
  service: string;
  text: Texts;
  /** Opens a page of the extension in a tab. */
  open(path: string): Promise<Page>;
  /** Connects it to the service; until then it is as after installation. */
  connect(): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(language: Language): Promise<Stage> {
  const cleanup = createCleanupStack();
  try {
    const data = await mkdtemp(join(tmpdir(), 'waylark-pictures-'));
    await cleanup.add(() => rm(data, { recursive: true, force: true }));
    const service = await startService({ data, port: 8404 });
    await cleanup.add(() => service.close());
    const larks = await serveLarks(language);
    await cleanup.add(larks.close);
    const build = join(root, '.output', 'chrome-mv3');
    const copy = await grantedCopy(build, { origin: service.origin, allSites: true });
    await cleanup.add(copy.remove);
    await keepLanguage(copy.folder, language);
    // The addresses of tabs: no prompt can be answered.
    await grantPermissions(copy.folder, ['tabs']);
    const hosts = `MAP larks.example:80 127.0.0.1:${String(larks.port)}`;
    const browser = await launchChromium({ extensions: [copy.folder], headless: true, hosts });
    await cleanup.add(() => browser.close());
    const text = await textsIn(language);
    const { id } = await extensionOf(browser);
    return {
      ...{ browser, language, text, service: service.origin },
      open: (path) => openExtensionPage(browser, `chrome-extension://${id}`, path),
      connect: async () => {
        const options = await pageOpenedBy(browser, 'options.html');
        const template = 'https://s.example/{linkID}';
        const account = await service.createApplication();
        await connectAtOnce(options, { address: service.address, template, ...account });
        await options.close();
      },
      close: () => cleanup.run(),
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}
